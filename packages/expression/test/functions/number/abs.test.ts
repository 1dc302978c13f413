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
