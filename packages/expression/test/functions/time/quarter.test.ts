import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Quarter', () => {
  test.each([
    ['Quarter([metric_time])', { metric_time: parseTime('2024-03-31 23:59:59') }, '1'],
    ['Quarter([metric_time])', { metric_time: parseTime('2024-04-01 00:00:00') }, '2'],
    ['Quarter([metric_time])', { metric_time: parseTime('1969-12-31 23:59:59') }, '4'],
    ['Quarter([metric_time])', {}, null],
    ['Quarter([day])', { day: 19_782 }, '1'],
    ['Quarter([day])', {}, null],
    ['Quarter("2024-02-29")', {}, '1'],
    ['Quarter(NULL)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Quarter([region])', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Quarter(2024)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Quarter("2024-02-30")', 'EXPRESSION_BAD_CONSTANT'],
    ['Quarter()', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
