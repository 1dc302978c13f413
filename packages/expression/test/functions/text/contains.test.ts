import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Contains', () => {
  test.each([
    ['Contains([region], "b")', 'abc', 'true'],
    ['Contains([region], "")', '', 'true'],
    ['Contains([region], "B")', 'abc', 'false'],
    ['Contains("abc", [region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Contains([delay], "1")', 'EXPRESSION_WRONG_ARGUMENT']])(
    'refuses %s',
    (text, name) => {
      expect(mistakesIn(text)).toEqual([name])
    },
  )
})
