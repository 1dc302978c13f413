import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Hour', () => {
  test.each([
    ['Hour([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09') }, '13'],
    ['Hour([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '23'],
    ['Hour([metric_time])', {}, null],
    ['Hour([day])', { day: 19_782 }, '0'],
    ['Hour([day])', {}, null],
    ['Hour("2024-02-29")', {}, '0'],
    ['Hour(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Hour([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Hour(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Hour("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Hour()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
