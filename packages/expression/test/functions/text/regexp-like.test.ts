import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('RegexpLike', () => {
  test.each([
    ['RegexpLike([region], "b\\\\d{2}$")', 'ab12', 'true'],
    ['RegexpLike([region], "^b")', 'ab', 'false'],
    ['RegexpLike([region], "^(?:a|b)+$")', 'abba', 'true'],
    ['RegexpLike([region], "^.$")', '\n', 'false'],
    ['RegexpLike([region], "^[^a]$")', '😀', 'true'],
    ['RegexpLike([region], "$")', '', 'true'],
    ['RegexpLike([region], "a")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([
    ['RegexpLike([region], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['RegexpLike([region], "(?=a)")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "(?i)a")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "\\\\bword")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "(a)\\\\1")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "(x{100}){100}")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "a{300}")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "a**")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "(a")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "a)")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "[a")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "[z-a]")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "[[:alpha:]]")', 'EXPRESSION_BAD_CONSTANT'],
    ['RegexpLike([region], "a|")', 'EXPRESSION_BAD_CONSTANT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
