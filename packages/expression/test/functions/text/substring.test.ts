import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
