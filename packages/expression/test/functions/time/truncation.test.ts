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

describe('LastDay', () => {
  test.each([
    ['LastDay([day])', { day: 19_753 }, '2024-01-31'],
    [
      'LastDay([metric_time], "MONTH")',
      { metric_time: parseTime('2023-02-01 23:59:59') },
      '2023-02-28',
    ],
    [
      'LastDay([metric_time], "DAY")',
      { metric_time: parseTime('1969-12-31 23:59:59') },
      '1969-12-31',
    ],
    ['LastDay([day], "WEEK")', { day: 0 }, '1970-01-04'],
    ['LastDay([day], "year")', { day: -1 }, '1969-12-31'],
    ['LastDay([day], "YEAR")', { day: 2_932_896 }, '9999-12-31'],
    ['LastDay([day], "WEEK")', { day: 2_932_891 }, '9999-12-26'],
    ['LastDay([day], "WEEK")', { day: 2_932_892 }, null],
    ['LastDay([day])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['LastDay([day], "HOUR")', 'EXPRESSION_GRAIN_TOO_FINE'],
    ['LastDay([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['LastDay([day], [region])', 'EXPRESSION_NOT_CONSTANT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
