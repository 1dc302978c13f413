import { check, parse, parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { NOW } from '../../support/compile-sample.ts'
import { mistakesIn, resultOf } from '../../support/result-of.ts'
import { sampleScope } from '../../support/sample-scope.ts'

describe('DateAdd', () => {
  test.each([
    ['DateAdd([day], 1, "MONTH")', { day: 19_753 }, '2024-02-29'],
    ['DateAdd([day], -1, "YEAR")', { day: 19_782 }, '2023-02-28'],
    ['DateAdd([day], [delay], "DAY")', { day: 0, delay: -1n }, '1969-12-31'],
    ['DateAdd([day], 2, "WEEK")', { day: 0 }, '1970-01-15'],
    ['DateAdd([day], 1, "HOUR")', { day: -1 }, '1969-12-31 01:00:00'],
    [
      'DateAdd([metric_time], 1, "QUARTER")',
      { metric_time: parseTime('2023-11-30 12:00:00.25') },
      '2024-02-29 12:00:00.250000',
    ],
    [
      'DateAdd([metric_time], -1, "SECOND")',
      { metric_time: parseTime('1970-01-01') },
      '1969-12-31 23:59:59',
    ],
    [
      'DateAdd([metric_time], 1, "SECOND")',
      { metric_time: parseTime('9999-12-31 23:59:58.999999') },
      '9999-12-31 23:59:59.999999',
    ],
    [
      'DateAdd([metric_time], 1, "SECOND")',
      { metric_time: parseTime('9999-12-31 23:59:59') },
      null,
    ],
    ['DateAdd([metric_time], -1, "MINUTE")', { metric_time: parseTime('0001-01-01') }, null],
    ['DateAdd([day], 1, "MONTH")', { day: 2_932_866 }, null],
    ['DateAdd([day], 9998, "YEAR")', { day: -719_162 }, '9999-01-01'],
    ['DateAdd([day], [delay], "YEAR")', { day: -719_162, delay: 9999n }, null],
    ['DateAdd([day], [delay], "QUARTER")', { day: 0, delay: 2n ** 63n - 1n }, null],
    ['DateAdd([day], [delay], "SECOND")', { day: 0, delay: -(2n ** 63n) }, null],
    ['DateAdd([day], [delay], "DAY")', { day: 0 }, null],
    ['DateAdd([day], [delay], "DAY")', { delay: 1n }, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DateAdd([day], "DAY", 7)', 'EXPRESSION_SWAPPED_ARGUMENTS'],
    ['DateAdd([day], 1.5, "DAY")', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DateAdd([day], 1, "DAYS")', 'EXPRESSION_UNKNOWN_GRAIN'],
    ['DateAdd([region], 1, "DAY")', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })

  test.each([
    ['DateAdd([day], 9999, "YEAR")', '9999', '9998'],
    ['DateAdd([day], -9223372036854775807, "QUARTER")', '9223372036854775807', '39995'],
    ['DateAdd("2024-05-15", 7976, "YEAR")', '7976', '7975'],
    ['DateAdd("2024-05-15", -2024, "YEAR")', '2024', '2023'],
    ['DateAdd(Date("9999-12-30"), 1, "WEEK")', '1', '0'],
  ])('says how far %s may go', (text, found, limit) => {
    const { diagnostics } = check(parse(text).ast!, sampleScope, { now: NOW })
    expect(diagnostics).toMatchObject([
      { name: 'EXPRESSION_PERIOD_OUT_OF_RANGE', params: { found, limit } },
    ])
  })
})

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
