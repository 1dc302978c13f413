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

describe('Substring', () => {
  test.each([
    ['Substring([region], 2)', '😀bc', 'bc'],
    ['substr([region], 2, 1)', '😀bc', 'b'],
    ['Mid([region], -5, 2)', 'abc', 'ab'],
    ['Substring([region], 4)', 'abc', ''],
    ['Substring([region], 2, -1)', 'abc', ''],
    ['Substring([region], 2, [delay])', 'abc', null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Substring([region])', 'EXPRESSION_ARGUMENT_COUNT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

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
