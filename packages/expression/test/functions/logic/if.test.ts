import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('If', () => {
  test.each([
    ['If([late], "a", "b")', { late: true }, 'a'],
    ['If([late], "a", "b")', {}, 'b'],
    ['If([late], 1, 2.5)', { late: true }, '1'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['If([delay], 1, 2)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['If([late], 1, "b")', 'EXPRESSION_MIXED_TYPES'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
