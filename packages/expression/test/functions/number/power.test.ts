import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Power', () => {
  test.each([
    ['Power([rate], 2)', { rate: 1.5 }, '2.25'],
    ['Pow([delay], [delay])', { delay: 3n }, '27'],
    ['Power([rate], 0.5)', { rate: -1 }, null],
    ['Power([rate], -1)', { rate: 0 }, null],
    ['Power(10, [rate])', { rate: 400 }, null],
    ['Power(10, [rate])', { rate: -400 }, '0'],
    ['Power(10, [rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Power([late], 1)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
