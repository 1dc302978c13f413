import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
