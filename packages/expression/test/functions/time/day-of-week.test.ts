import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('DayOfWeek', () => {
  test.each([
    ['DayOfWeek([metric_time])', { metric_time: parseTime('2024-05-13 00:00:00') }, '1'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('2024-05-19 23:59:59') }, '7'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('1969-12-31 00:00:00') }, '3'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('0001-01-01 00:00:00') }, '1'],
    ['DayOfWeek([metric_time])', {}, null],
    ['DayOfWeek([day])', { day: 19_782 }, '4'],
    ['DayOfWeek([day])', {}, null],
    ['DayOfWeek("2024-02-29")', {}, '4'],
    ['DayOfWeek(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DayOfWeek([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DayOfWeek(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DayOfWeek("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['DayOfWeek()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
