import { describe, expect, test } from 'vitest'
import {
  formatChange,
  formatExact,
  formatPercent,
  formatQuantity,
  fractionDigits,
  renderDuration,
} from '../../src/render/number.ts'

describe('fractionDigits', () => {
  test.each([
    [[1, 20, null], 0],
    [[], 0],
    [[3.264, 9.039], 3],
    [[0.5, 12], 2],
    [[0.000123], 7],
    [[1e-12], 8],
    [[1234567.5], 2],
    [['3.25', '-0.5'], 3],
  ])('of %j is %i', (values, digits) => {
    expect(fractionDigits(values)).toBe(digits)
  })
})

describe('formatQuantity', () => {
  test.each([
    [1234567, 0, '1,234,567'],
    [3.264016606563602, 3, '3.264'],
    [-0.0001, 3, '0.000'],
    [0.125, 2, '0.12'],
    ['12345678901234567890', 0, '12,345,678,901,234,567,890'],
    [null, 2, '–'],
    [Number.NaN, 2, '–'],
  ])('writes %j with %i digits', (value, digits, text) => {
    expect(formatQuantity(value, digits)).toBe(text)
  })
})

test.each([
  [5.775, 2, '+5.78'],
  ['-12', 0, '-12'],
  [0.001, 2, '0.00'],
  [-0.001, 2, '0.00'],
  [null, 2, '–'],
])('formatChange writes %j with %i digits and a sign', (value, digits, text) => {
  expect(formatChange(value, digits)).toBe(text)
})

test.each([
  ['1.7693248103', '+176.9 %'],
  [-1, '-100.0 %'],
  [0, '0.0 %'],
  [null, '–'],
])('formatPercent writes the fraction %j', (fraction, text) => {
  expect(formatPercent(fraction)).toBe(text)
})

test.each([
  [3.264016606563602, '3.264016606563602'],
  ['5.775105534640885', '5.775105534640885'],
  [481046, '481046'],
  [1e-7, '0.0000001'],
  [null, '–'],
])('formatExact keeps every digit of %j', (value, text) => {
  expect(formatExact(value)).toBe(text)
})

test.each([
  [0, '0.0 s'],
  [0.44, '0.4 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3_599.7, '1 h 0 min'],
  [7_500, '2 h 5 min'],
  [90_000, '25 h 0 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(renderDuration(seconds)).toBe(text)
})
