import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('DayOfYear', () => {
  test.each([
    ['DayOfYear([metric_time])', { metric_time: parseTime('2024-12-31 00:00:00') }, '366'],
    ['DayOfYear([metric_time])', { metric_time: parseTime('2023-12-31 00:00:00') }, '365'],
    ['DayOfYear([metric_time])', { metric_time: parseTime('1900-03-01 00:00:00') }, '60'],
    ['DayOfYear([metric_time])', {}, null],
    ['DayOfYear([day])', { day: 19_782 }, '60'],
    ['DayOfYear([day])', {}, null],
    ['DayOfYear("2024-02-29")', {}, '60'],
    ['DayOfYear(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DayOfYear([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DayOfYear(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DayOfYear("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['DayOfYear()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
