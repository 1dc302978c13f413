import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

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
