import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

describe('RTrim', () => {
  test.each([
    ['RTrim([region])', ' a\n\t', ' a'],
    ['RTrim([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})
