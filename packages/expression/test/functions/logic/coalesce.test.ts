import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Coalesce', () => {
  test.each([
    ['Coalesce([delay], [rate], 0)', { rate: 2.5 }, '2.5'],
    ['Coalesce([day], [metric_time])', { day: 0 }, '1970-01-01 00:00:00'],
    ['IfNull([delay], 0)', {}, '0'],
    ['IfNull([delay], [rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Coalesce([delay], [region])', 'EXPRESSION_MIXED_TYPES'],
    ['IfNull([delay])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
