import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('IsNotNull', () => {
  test.each([
    ['IsNotNull([delay])', { delay: 0n }, 'true'],
    ['IsNotNull([delay])', {}, 'false'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['IsNotNull()', 'EXPRESSION_ARGUMENT_COUNT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
