import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('DateTrunc', () => {
  test.each([
    [
      'DateTrunc([metric_time], "SECOND")',
      { metric_time: parseTime('1969-12-31 23:59:59.999999') },
      '1969-12-31 23:59:59',
    ],
    [
      'DateTrunc([metric_time], "minute")',
      { metric_time: parseTime('2024-05-15 13:07:09.5') },
      '2024-05-15 13:07:00',
    ],
    [
      'DateTrunc([metric_time], "Hour")',
      { metric_time: parseTime('2024-05-15 13:07:09.5') },
      '2024-05-15 13:00:00',
    ],
    [
      'DateTrunc([metric_time], "DAY")',
      { metric_time: parseTime('1969-12-31 23:59:59.999999') },
      '1969-12-31 00:00:00',
    ],
    [
      'DateTrunc([metric_time], "WEEK")',
      { metric_time: parseTime('2024-05-19 23:59:59') },
      '2024-05-13 00:00:00',
    ],
    [
      'DateTrunc([metric_time], "WEEK")',
      { metric_time: parseTime('0001-01-01') },
      '0001-01-01 00:00:00',
    ],
    [
      'DateTrunc([metric_time], "QUARTER")',
      { metric_time: parseTime('2024-06-30 12:00:00') },
      '2024-04-01 00:00:00',
    ],
    ['DateTrunc([day], "MONTH")', { day: 19_782 }, '2024-02-01'],
    ['DateTrunc([day], "YEAR")', { day: -1 }, '1969-01-01'],
    ['DateTrunc([day], "WEEK")', {}, null],
    ['DateTrunc(NULL, "WEEK")', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DateTrunc([day], "HOUR")', 'EXPRESSION_GRAIN_TOO_FINE'],
    ['DateTrunc([day], "DECADE")', 'EXPRESSION_UNKNOWN_GRAIN'],
    ['DateTrunc([day], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['DateTrunc([delay], "DAY")', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
