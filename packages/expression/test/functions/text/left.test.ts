import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Left', () => {
  test.each([
    ['Left([region], 2)', '😀b😀', '😀b'],
    ['Left([region], 0)', 'abc', ''],
    ['Left([region], -9223372036854775807)', 'abc', ''],
    ['Left([region], 9223372036854775807)', 'abc', 'abc'],
    ['Left([region], [delay])', 'abc', null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Left([region], 1.5)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
