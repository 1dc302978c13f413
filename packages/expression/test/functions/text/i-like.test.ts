import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('ILike', () => {
  test.each([
    ['ILike([region], "STRASSE")', 'Strasse', 'true'],
    ['ILike([region], "ẞ_Σ")', 'ß😀ς', 'false'],
    ['ILike([region], "ẞ_Σ")', 'ß😀σ', 'true'],
    ['ILike([region], "A%")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['ILike([region], Lower([region]))', 'EXPRESSION_NOT_CONSTANT']])(
    'refuses %s',
    (text, name) => {
      expect(mistakesIn(text)).toEqual([name])
    },
  )
})
