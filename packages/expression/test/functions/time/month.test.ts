import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Month', () => {
  test.each([
    ['Month([metric_time])', { metric_time: parseTime('2024-05-15 13:07:09') }, '5'],
    ['Month([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59.999999') }, '12'],
    ['Month([metric_time])', {}, null],
    ['Month([day])', { day: 19_782 }, '2'],
    ['Month([day])', {}, null],
    ['Month("2024-02-29")', {}, '2'],
    ['Month(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Month([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Month(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Month("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Month()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
