import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Day', () => {
  test.each([
    ['Day([metric_time])', { metric_time: parseTime('2024-02-29 00:00:00') }, '29'],
    ['Day([metric_time])', { metric_time: parseTime('1969-12-31 00:00:00') }, '31'],
    ['Day([metric_time])', {}, null],
    ['Day([day])', { day: 19_782 }, '29'],
    ['Day([day])', {}, null],
    ['Day("2024-02-29")', {}, '29'],
    ['Day(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Day([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Day(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Day("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Day()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
