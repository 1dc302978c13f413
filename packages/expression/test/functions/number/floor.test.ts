import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
