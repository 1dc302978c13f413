import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Round', () => {
  test.each([
    ['Round([rate])', { rate: 2.5 }, '3'],
    ['Round([rate])', { rate: -2.5 }, '-3'],
    ['Round([rate])', { rate: 0.49999999999999994 }, '0'],
    ['Round([rate], 2)', { rate: 1.005 }, '1.01'],
    ['Round([rate], 2)', { rate: 1.115 }, '1.12'],
    ['Round([rate], 2)', { rate: -1.005 }, '-1.01'],
    ['Round([rate], 2)', { rate: 1.0049999 }, '1'],
    ['Round([rate], 2)', { rate: 2.675 }, '2.68'],
    ['Round([rate], 3)', { rate: 9007199254740994 }, '9007199254740994'],
    ['Round([rate], -2)', { rate: -1250 }, '-1300'],
    ['Round([rate], -18)', { rate: 1e300 }, String(10n ** 300n)],
    ['Round([delay], 2)', { delay: 7n }, '7'],
    ['Round([delay], -1)', { delay: -15n }, '-20'],
    ['Round([delay], -1)', { delay: 2n ** 63n - 1n }, null],
    ['Round([rate], 2)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Round([rate], [delay])', 'EXPRESSION_NOT_CONSTANT'],
    ['Round([rate], 19)', 'EXPRESSION_BAD_CONSTANT'],
    ['Round([rate], 1.5)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Round([region])', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Floor', () => {
  test.each([
    ['Floor([rate])', { rate: 2.5 }, '2'],
    ['Floor([rate])', { rate: -2.5 }, '-3'],
    ['Floor([rate])', { rate: 1e300 }, String(10n ** 300n)],
    ['Floor([delay])', { delay: 2n ** 62n + 1n }, String(2n ** 62n + 1n)],
    ['Floor([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Floor([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Ceil', () => {
  test.each([
    ['Ceil([rate])', { rate: 2.5 }, '3'],
    ['Ceil([rate])', { rate: -2.5 }, '-2'],
    ['Ceil([rate])', { rate: 1e300 }, String(10n ** 300n)],
    ['Ceil([delay])', { delay: 2n ** 62n + 1n }, String(2n ** 62n + 1n)],
    ['Ceil([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Ceil([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Trunc', () => {
  test.each([
    ['Trunc([rate])', { rate: 2.5 }, '2'],
    ['Trunc([rate])', { rate: -2.5 }, '-2'],
    ['Trunc([rate])', { rate: 1e300 }, String(10n ** 300n)],
    ['Trunc([delay])', { delay: 2n ** 62n + 1n }, String(2n ** 62n + 1n)],
    ['Trunc([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Trunc([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
