import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Minute', () => {
  test.each([
    ['Minute([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09') }, '7'],
    ['Minute([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '59'],
    ['Minute([metric_time])', {}, null],
    ['Minute([day])', { day: 19_782 }, '0'],
    ['Minute([day])', {}, null],
    ['Minute("2024-02-29")', {}, '0'],
    ['Minute(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Minute([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Minute(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Minute("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Minute()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
