import { parseTime } from '@tributary/expression'
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
