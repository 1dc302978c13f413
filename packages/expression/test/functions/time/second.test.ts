import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Second', () => {
  test.each([
    ['Second([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09.999999') }, '9'],
    ['Second([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '59'],
    ['Second([metric_time])', {}, null],
    ['Second([day])', { day: 19_782 }, '0'],
    ['Second([day])', {}, null],
    ['Second("2024-02-29")', {}, '0'],
    ['Second(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Second([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Second(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Second("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Second()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
