import { check, parse } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'
import { sampleScope } from '../../support/sample-scope.ts'

describe('Now', () => {
  test.each([['Now()', '2024-03-05 10:20:30']])(
    "%s is %o, of the request's moment",
    (text, result) => {
      expect(resultOf(text)).toBe(result)
    },
  )

  test('is an error without a moment', () => {
    const { typed, diagnostics } = check(parse('Now()').ast!, sampleScope, {})
    expect(typed).toBeNull()
    expect(diagnostics.map((one) => one.name)).toEqual(['EXPRESSION_NO_MOMENT'])
  })
})

describe('Today', () => {
  test.each([
    ['Today()', '2024-03-05'],
    ['currentdate()', '2024-03-05'],
  ])("%s is %o, of the request's moment", (text, result) => {
    expect(resultOf(text)).toBe(result)
  })

  test('is an error without a moment', () => {
    const { typed, diagnostics } = check(parse('Today()').ast!, sampleScope, {})
    expect(typed).toBeNull()
    expect(diagnostics.map((one) => one.name)).toEqual(['EXPRESSION_NO_MOMENT'])
  })
})
