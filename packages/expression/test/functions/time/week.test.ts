import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Week', () => {
  test.each([
    ['Week([metric_time])', { metric_time: parseTime('2021-01-03 00:00:00') }, '53'],
    ['Week([metric_time])', { metric_time: parseTime('2021-01-04 00:00:00') }, '1'],
    ['Week([metric_time])', { metric_time: parseTime('2018-12-31 00:00:00') }, '1'],
    ['Week([metric_time])', { metric_time: parseTime('2020-12-31 00:00:00') }, '53'],
    ['Week([metric_time])', { metric_time: parseTime('0001-01-01 00:00:00') }, '1'],
    ['Week([metric_time])', {}, null],
    ['Week([day])', { day: 19_782 }, '9'],
    ['Week([day])', {}, null],
    ['Week("2024-02-29")', {}, '9'],
    ['Week(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Week([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Week(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Week("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Week()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
