import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
