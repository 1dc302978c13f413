import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

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
