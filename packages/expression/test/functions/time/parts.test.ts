import { parseTime } from '@tributary/expression'
import { TIME_PARTS } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Extract', () => {
  test.each([
    ['Extract([metric_time], "year")', { metric_time: parseTime('2024-05-15') }, '2024'],
    ['Extract([metric_time], "DAYOFYEAR")', { metric_time: parseTime('2024-05-15') }, '136'],
    ['Extract([day], "Second")', { day: 0 }, '0'],
    ['Extract([day], "WEEK")', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Extract([day], "MILLENNIUM")', 'EXPRESSION_UNKNOWN_PART'],
    ['Extract([day], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['Extract([delay], "DAY")', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('the parts of a time', () => {
  test.each([
    ['Year([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09.5') }, '2024'],
    ['Year([metric_time])', { metric_time: parseTime('0001-01-01 00:00:00') }, '1'],
    ['Year([metric_time])', { metric_time: parseTime('9999-12-31 23:59:59') }, '9999'],
    ['Year([day])', { day: 19_782 }, '2024'],
    ['Year("2024-02-29")', {}, '2024'],
    ['Quarter([metric_time])', { metric_time: parseTime('2024-03-31 23:59:59') }, '1'],
    ['Quarter([metric_time])', { metric_time: parseTime('2024-04-01 00:00:00') }, '2'],
    ['Quarter([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59') }, '4'],
    ['Quarter([day])', { day: 19_782 }, '1'],
    ['Quarter("2024-02-29")', {}, '1'],
    ['Month([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09') }, '5'],
    ['Month([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '12'],
    ['Month([day])', { day: 19_782 }, '2'],
    ['Month("2024-02-29")', {}, '2'],
    ['Week([metric_time])', { metric_time: parseTime('2021-01-03 00:00:00') }, '53'],
    ['Week([metric_time])', { metric_time: parseTime('2021-01-04 00:00:00') }, '1'],
    ['Week([metric_time])', { metric_time: parseTime('2018-12-31 00:00:00') }, '1'],
    ['Week([metric_time])', { metric_time: parseTime('2020-12-31 00:00:00') }, '53'],
    ['Week([metric_time])', { metric_time: parseTime('0001-01-01 00:00:00') }, '1'],
    ['Week([day])', { day: 19_782 }, '9'],
    ['Week("2024-02-29")', {}, '9'],
    ['Day([metric_time])', { metric_time: parseTime('2024-02-29 00:00:00') }, '29'],
    ['Day([metric_time])', { metric_time: parseTime('1969-12-31 00:00:00') }, '31'],
    ['Day([day])', { day: 19_782 }, '29'],
    ['Day("2024-02-29")', {}, '29'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('2024-05-13 00:00:00') }, '1'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('2024-05-19 23:59:59') }, '7'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('1969-12-31 00:00:00') }, '3'],
    ['DayOfWeek([metric_time])', { metric_time: parseTime('0001-01-01 00:00:00') }, '1'],
    ['DayOfWeek([day])', { day: 19_782 }, '4'],
    ['DayOfWeek("2024-02-29")', {}, '4'],
    ['DayOfYear([metric_time])', { metric_time: parseTime('2024-12-31 00:00:00') }, '366'],
    ['DayOfYear([metric_time])', { metric_time: parseTime('2023-12-31 00:00:00') }, '365'],
    ['DayOfYear([metric_time])', { metric_time: parseTime('1900-03-01 00:00:00') }, '60'],
    ['DayOfYear([day])', { day: 19_782 }, '60'],
    ['DayOfYear("2024-02-29")', {}, '60'],
    ['Hour([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09') }, '13'],
    ['Hour([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '23'],
    ['Hour([day])', { day: 19_782 }, '0'],
    ['Hour("2024-02-29")', {}, '0'],
    ['Minute([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09') }, '7'],
    ['Minute([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '59'],
    ['Minute([day])', { day: 19_782 }, '0'],
    ['Minute("2024-02-29")', {}, '0'],
    ['Second([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09.999999') }, '9'],
    ['Second([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '59'],
    ['Second([day])', { day: 19_782 }, '0'],
    ['Second("2024-02-29")', {}, '0'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each(TIME_PARTS)('%s of NULL is NULL, and it takes one time', (part) => {
    for (const text of [`${part}([metric_time])`, `${part}([day])`, `${part}(NULL)`]) {
      expect(resultOf(text, {})).toBeNull()
    }
    expect(mistakesIn(`${part}([region])`)).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
    expect(mistakesIn(`${part}(2024)`)).toEqual(['EXPRESSION_WRONG_ARGUMENT'])
    expect(mistakesIn(`${part}("2024-02-30")`)).toEqual(['EXPRESSION_BAD_CONSTANT'])
    expect(mistakesIn(`${part}()`)).toEqual(['EXPRESSION_ARGUMENT_COUNT'])
  })
})
