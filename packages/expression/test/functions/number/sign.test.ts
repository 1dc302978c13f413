import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
