import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('SplitPart', () => {
  test.each([
    ['SplitPart([region], "--", 2)', 'a--b--', 'b'],
    ['SplitPart([region], "--", 3)', 'a--b--', ''],
    ['SplitPart([region], "-", 0)', 'a-b', ''],
    ['SplitPart([region], "-", -1)', 'a-b', ''],
    ['SplitPart([region], "-", 9223372036854775807)', 'a-b', ''],
    ['SplitPart([region], "-", 1)', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([
    ['SplitPart([region], "", 1)', 'EXPRESSION_BAD_CONSTANT'],
    ['SplitPart("a", [region], 1)', 'EXPRESSION_NOT_CONSTANT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
