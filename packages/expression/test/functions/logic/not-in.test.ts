import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('NotIn', () => {
  test.each([
    ['NotIn([delay], 1, 2)', { delay: 3n }, 'true'],
    ['NotIn([delay], 1, 2)', { delay: 2n }, 'false'],
    ['NotIn([delay], 1, 2)', {}, null],
    ['NotIn([metric_time__month], "2024-01")', { metric_time: 1_704_153_600_000_001n }, 'false'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['NotIn([delay], "1")', 'EXPRESSION_INCOMPARABLE'],
    ['NotIn([delay], [rate])', 'EXPRESSION_NOT_CONSTANT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
