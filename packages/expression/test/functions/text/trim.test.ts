import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

describe('Trim', () => {
  test.each([
    ['Trim([region])', ' \t\u3000a b\u00a0\r\n', 'a b'],
    ['Trim([region])', ' \n ', ''],
    ['Trim([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})

describe('LTrim', () => {
  test.each([
    ['LTrim([region])', ' \u3000 a ', 'a '],
    ['LTrim([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})

describe('RTrim', () => {
  test.each([
    ['RTrim([region])', ' a\n\t', ' a'],
    ['RTrim([region])', null, null],
  ])('of %s with [region] %j is %j', (text, region, result) => {
    expect(resultOf(text, { region })).toBe(result)
  })
})
