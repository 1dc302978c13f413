import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('DateFormat', () => {
  test.each([
    [
      'DateFormat([metric_time], "dd.MM.yyyy HH:mm:ss")',
      { metric_time: parseTime('2024-05-15 13:07:09.999999') },
      '15.05.2024 13:07:09',
    ],
    ['DateFormat([metric_time], "yyyyMM")', { metric_time: parseTime('0001-01-01') }, '000101'],
    ['DateFormat([metric_time], "ss")', { metric_time: parseTime('1969-12-31 23:59:59.5') }, '59'],
    ['DateFormat([day], "yyyy-MM-dd HH:mm")', { day: 19_782 }, '2024-02-29 00:00'],
    ['DateFormat([day], "MM/yyyy")', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DateFormat([day], "MMM")', 'EXPRESSION_BAD_FORMAT'],
    ['DateFormat([day], "")', 'EXPRESSION_BAD_FORMAT'],
    ['DateFormat([day], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['DateFormat([region], "MM")', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
