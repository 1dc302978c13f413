import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Length', () => {
  test.each([
    ['Length([region])', 'e\u0301😀', '3'],
    ['Length([region])', '', '0'],
    ['Length([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([['Length([delay])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Concat', () => {
  test.each([
    ['Concat([region], "-", [region])', 'a😀', 'a😀-a😀'],
    ['Concat([region], "b")', null, null],
    ['Concat([region], "")', '', ''],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })

  test.each([
    ['Concat([region], [delay])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Concat([region])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

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
