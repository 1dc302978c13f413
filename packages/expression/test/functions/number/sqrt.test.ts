import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Sqrt', () => {
  test.each([
    ['Sqrt([rate])', { rate: 2.25 }, '1.5'],
    ['Sqrt([rate])', { rate: -1 }, null],
    ['Sqrt([delay])', { delay: 0n }, '0'],
    ['Sqrt([delay])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Sqrt([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
