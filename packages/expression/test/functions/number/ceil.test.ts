import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
