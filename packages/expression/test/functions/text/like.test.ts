import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Like', () => {
  test.each([
    ['Like([region], "a%c")', 'abc', 'true'],
    ['Like([region], "a_c")', 'a😀c', 'true'],
    ['Like([region], "_")', 'ab', 'false'],
    ['Like([region], "%ab%ab")', 'abab', 'true'],
    ['Like([region], "%ab%ab")', 'aab', 'false'],
    ['Like([region], "%_b_")', 'abb', 'true'],
    ['Like([region], "%_b_")', 'ab', 'false'],
    ['Like([region], "a\\\\_\\\\b")', 'a_b', 'true'],
    ['Like([region], "%")', 'line\nline', 'true'],
    ['Like([region], "")', '', 'true'],
    ['Like([region], NULL)', 'a', null],
    ['Like([region], "%")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([
    ['Like([region], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['Like([region], "a\\\\")', 'EXPRESSION_BAD_CONSTANT'],
    [`Like([region], "${'_'.repeat(1001)}")`, 'EXPRESSION_BAD_CONSTANT'],
    ['Like([delay], "1%")', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

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
