import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('DateDiff', () => {
  test.each([
    ['DateDiff([day], "2025-01-01", "YEAR")', { day: 20_088 }, '1'],
    ['DateDiff([day], "2024-12-31", "YEAR")', { day: 20_089 }, '-1'],
    ['DateDiff([day], "2024-02-29", "MONTH")', { day: 0 }, '649'],
    ['DateDiff([day], [metric_time], "QUARTER")', { day: -1, metric_time: 0n }, '1'],
    [
      'DateDiff([day], [metric_time], "WEEK")',
      { day: 19_862, metric_time: parseTime('2024-05-20') },
      '1',
    ],
    ['DateDiff([day], [metric_time], "HOUR")', { day: 0, metric_time: -1n }, '-1'],
    [
      'DateDiff([metric_time], "2024-01-01", "SECOND")',
      { metric_time: parseTime('2023-12-31 23:59:59.999999') },
      '1',
    ],
    ['DateDiff("0001-01-01", "9999-12-31 23:59:59", "SECOND")', {}, '315537897599'],
    ['DateDiff([day], [metric_time], "DAY")', { day: 0 }, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DateDiff([day], "DAY")', 'EXPRESSION_ARGUMENT_COUNT'],
    ['DateDiff([day], [region], "DAY")', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DateDiff([day], [day], "FORTNIGHT")', 'EXPRESSION_UNKNOWN_GRAIN'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
