import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Position', () => {
  test.each([
    ['Position([region], "b")', '😀b', '2'],
    ['Position([region], "")', 'abc', '1'],
    ['Position([region], "x")', 'abc', '0'],
    ['Position([region], "x")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})

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

describe('NotContains', () => {
  test.each([
    ['NotContains([region], "b")', 'abc', 'false'],
    ['NotContains([region], "B")', 'abc', 'true'],
    ['NotContains([region], "b")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})

describe('StartsWith', () => {
  test.each([
    ['StartsWith([region], "😀")', '😀a', 'true'],
    ['StartsWith([region], "ab")', 'a', 'false'],
    ['StartsWith([region], "")', '', 'true'],
    ['StartsWith([region], "")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})

describe('EndsWith', () => {
  test.each([
    ['EndsWith([region], "😀")', 'a😀', 'true'],
    ['EndsWith([region], "ab")', 'b', 'false'],
    ['EndsWith([region], "")', 'a', 'true'],
    ['EndsWith([region], "")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})
