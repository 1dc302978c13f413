import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

describe('LTrim', () => {
  test.each([
    ['LTrim([region])', ' \u3000 a ', 'a '],
    ['LTrim([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})
