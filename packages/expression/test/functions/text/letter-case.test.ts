import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Lower', () => {
  test.each([
    ['Lower([region])', 'ÀΣЖ𐐀', 'àσж𐐨'],
    ['Lower([region])', 'İ', 'i'],
    ['Lower([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Lower(1)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Upper', () => {
  test.each([
    ['Upper([region])', 'àσςж𐐨', 'ÀΣΣЖ𐐀'],
    ['Upper([region])', 'ß ŉ ﬁ ᾳ', 'ẞ ŉ ﬁ ᾼ'],
    ['Upper([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Upper(TRUE)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
