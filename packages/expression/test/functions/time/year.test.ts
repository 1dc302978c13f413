import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Year', () => {
  test.each([
    ['Year([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09.5') }, '2024'],
    ['Year([metric_time])', { metric_time: parseTime('0001-01-01 00:00:00') }, '1'],
    ['Year([metric_time])', { metric_time: parseTime('9999-12-31 23:59:59') }, '9999'],
    ['Year([metric_time])', {}, null],
    ['Year([day])', { day: 19_782 }, '2024'],
    ['Year([day])', {}, null],
    ['Year("2024-02-29")', {}, '2024'],
    ['Year(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Year([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Year(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Year("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Year()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
