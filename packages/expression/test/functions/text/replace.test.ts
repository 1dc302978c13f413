import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Replace', () => {
  test.each([
    ['Replace([region], "a", "$&")', 'aba', '$&b$&'],
    ['Replace([region], "", "x")', 'ab', 'ab'],
    ['Replace([region], "aa", "b")', 'aaa', 'ba'],
    ['Replace("a", [region], "b")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Replace([region], 1, "x")', 'EXPRESSION_WRONG_ARGUMENT']])(
    'refuses %s',
    (text, name) => {
      expect(mistakesIn(text)).toEqual([name])
    },
  )
})
