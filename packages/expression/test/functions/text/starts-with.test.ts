import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

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
