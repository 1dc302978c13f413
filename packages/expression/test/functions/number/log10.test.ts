import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Log10', () => {
  test.each([
    ['Log10([rate])', { rate: 1e15 }, '15'],
    ['Log10([rate])', { rate: 0 }, null],
    ['Log10([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Log10([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
