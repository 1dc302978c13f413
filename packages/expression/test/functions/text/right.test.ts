import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Right', () => {
  test.each([
    ['Right([region], 2)', 'a😀b', '😀b'],
    ['Right([region], 0)', 'abc', ''],
    ['Right([region], 9223372036854775807)', 'abc', 'abc'],
    ['Right([region], 1)', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Right([region], "1")', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
