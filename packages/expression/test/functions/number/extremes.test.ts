import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Greatest', () => {
  test.each([
    ['Greatest([delay], [rate])', { delay: 7n, rate: 2.5 }, '7'],
    ['Greatest([region], "\uffff")', { region: '😀' }, '😀'],
    ['Greatest([day], "2023-12-31 23:59:59")', { day: 19_724 }, '2024-01-02 00:00:00'],
    ['Greatest([delay], 1, [rate])', { delay: 7n }, null],
    ['Greatest([delay], NULL)', { delay: 7n }, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Greatest([delay], [region])', 'EXPRESSION_MIXED_TYPES'],
    ['Greatest([late], TRUE)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Greatest(1)', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Least', () => {
  test.each([
    ['Least([delay], [rate])', { delay: 7n, rate: 2.5 }, '2.5'],
    ['Least([region], "\uffff")', { region: '😀' }, '\uffff'],
    ['Least([day], "2023-12-31 23:59:59")', { day: 19_724 }, '2023-12-31 23:59:59'],
    ['Least([delay], 1, [rate])', { delay: 7n }, null],
    ['Least([delay], NULL)', { delay: 7n }, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Least([delay], [region])', 'EXPRESSION_MIXED_TYPES'],
    ['Least([late], TRUE)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Least(1)', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
