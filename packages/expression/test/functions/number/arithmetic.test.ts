import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Abs', () => {
  test.each([
    ['Abs([delay])', { delay: -3n }, '3'],
    ['Abs([delay])', { delay: -(2n ** 63n) }, null],
    ['Abs([rate])', { rate: -0.5 }, '0.5'],
    ['Abs([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Abs([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Sign', () => {
  test.each([
    ['Sign([delay])', { delay: -3n }, '-1'],
    ['Sign([rate])', { rate: 1e-300 }, '1'],
    ['Sign([rate])', { rate: -0 }, '0'],
    ['Sign([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Sign([day])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Mod', () => {
  test.each([
    ['Mod([delay], 3)', { delay: -7n }, '-1'],
    ['Mod([delay], 0)', { delay: 7n }, null],
    ['Mod([rate], 0.5)', { rate: 1.75 }, '0.25'],
    ['Mod([delay], 3)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Mod([region], 3)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('SafeDivide', () => {
  test.each([
    ['SafeDivide([delay], 4)', { delay: 1n }, '0.25'],
    ['SafeDivide(1, [delay])', { delay: 0n }, null],
    ['SafeDivide(1, [delay])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['SafeDivide(1)', 'EXPRESSION_ARGUMENT_COUNT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
