import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

describe('NotContains', () => {
  test.each([
    ['NotContains([region], "b")', 'abc', 'false'],
    ['NotContains([region], "B")', 'abc', 'true'],
    ['NotContains([region], "b")', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})
