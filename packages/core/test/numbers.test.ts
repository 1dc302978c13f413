import { describe, expect, test } from 'vitest'
import {
  formatChange,
  formatExact,
  formatPercent,
  formatQuantity,
  formatShare,
  fractionDigits,
  numberStyle,
} from '../src/numbers.ts'

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
  ['1.125', '112.5 %'],
  [-0.25, '-25.0 %'],
  [0.0004, '0.04 %'],
  [null, '–'],
])('formatShare writes the fraction %j', (fraction, text) => {
  expect(formatShare(fraction)).toBe(text)
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
  ['PLAIN', null, [1_000_000.004, 1_000_000.006], 0.002, ['1,000,000.0040', '+0.0020']],
  ['PLAIN', null, [4994, 4992], -2, ['4,994', '-2']],
  ['PLAIN', null, [203.68800000000005, 199], -4.688, ['203.69', '-4.69']],
  ['PERCENT', null, [0.25, 0.262], 0.012, ['25.0 %', '+1.2 pp']],
  ['MONEY', 'EUR', [1234.5, 1300], 65.5, ['1,234.50', '+65.50']],
  ['MONEY', 'JPY', [1234, 1300], 66, ['1,234', '+66']],
  ['DURATION', 'minutes', [3.264, 9.039], 5.775, ['3 min 16 s', '+5 min 47 s']],
  ['DURATION', 'seconds', [3725, 3600], -125, ['1 h 2 min 5 s', '-2 min 5 s']],
  ['SI', 'B', [12_300_000, 13_000_000], 700_000, ['12.30 M', '+0.70 M']],
  ['SI', null, [0, 0], 0, ['0', '0']],
] as const)('%s in %s of %j and %d', (format, unit, values, change, texts) => {
  const presentation = { unit, format: format === 'PLAIN' ? null : format }
  const style = numberStyle({ presentation, values, changes: [change], exact: false })
  expect([style.value(values[0]), style.change(change)]).toEqual(texts)
})

test('every digit and no format with exact', () => {
  const presentation = { unit: null, format: 'PERCENT' } as const
  const style = numberStyle({ presentation, values: [0.1 + 0.2], changes: [1], exact: true })
  expect([style.value(0.1 + 0.2), style.change(1), style.value('2024-01-01')]).toEqual([
    '0.30000000000000004',
    '+1',
    '2024-01-01',
  ])
})
