import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('IN', () => {
  test.each([
    ['IN([delay], 1, 2.0)', { delay: 2n }, 'true'],
    ['IN([delay], 1)', { delay: 2n }, 'false'],
    ['IN([region], "😀")', { region: '😀' }, 'true'],
    ['IN([delay], 1)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['IN([delay], "1")', 'EXPRESSION_INCOMPARABLE'],
    ['IN([delay], 1, NULL)', 'EXPRESSION_NULL_IN_LIST'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
