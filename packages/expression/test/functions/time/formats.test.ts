import { parseTime } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Date', () => {
  test.each([
    ['Date([region])', { region: '2024-02-29' }, '2024-02-29'],
    ['Date([region])', { region: '2023-02-29' }, null],
    ['Date([region])', { region: '2024-02-29 ' }, null],
    ['Date([region])', { region: '0000-01-01' }, null],
    ['Date([region])', {}, null],
    ['Date([region], "dd.MM.yyyy HH:mm")', { region: '31.12.1969 23:59' }, '1969-12-31'],
    ['Date([region], "dd.MM.yyyy HH:mm")', { region: '31.12.1969 24:00' }, null],
    ['Date([region], "yyyyMMdd")', { region: '20240229' }, '2024-02-29'],
    ['Date([region], "(yyyy)*MM|dd")', { region: '(2024)*02|29' }, '2024-02-29'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Date("2023-02-29")', 'EXPRESSION_BAD_CONSTANT'],
    ['Date([region], "yyyy-MM")', 'EXPRESSION_BAD_FORMAT'],
    ['Date([region], "yyyy-MM-DD")', 'EXPRESSION_BAD_FORMAT'],
    ['Date([region], "yyyy-MM-dd dd")', 'EXPRESSION_BAD_FORMAT'],
    ['Date([region], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['Date([delay])', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Timestamp', () => {
  test.each([
    ['Timestamp([region])', { region: '2024-02-29 13:07:09' }, '2024-02-29 13:07:09'],
    ['Timestamp([region])', { region: '2024-02-29' }, null],
    ['Timestamp([region], "yyyy/MM/dd")', { region: '2024/02/29' }, '2024-02-29 00:00:00'],
    [
      'Timestamp([region], "HH:mm:ss dd.MM.yyyy")',
      { region: '23:59:59 31.12.1969' },
      '1969-12-31 23:59:59',
    ],
    ['Timestamp([region], "HH:mm:ss dd.MM.yyyy")', { region: '23:60:59 31.12.1969' }, null],
    ['Timestamp([region])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Timestamp("2024-02-30 00:00:00")', 'EXPRESSION_BAD_CONSTANT'],
    ['Timestamp([region], "HH:mm")', 'EXPRESSION_BAD_FORMAT'],
    ['Timestamp([late])', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

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
    ['DateFormat([day], "EEEE, d MMMM yy")', { day: 19_782 }, 'Thursday, 29 February 24'],
    ['DateFormat([day], "EEE d.M.yyyy, DDD")', { day: 19_782 }, 'Thu 29.2.2024, 060'],
    [`DateFormat([day], "yyyy-'Q'Q")`, { day: 19_782 }, '2024-Q1'],
    ['DateFormat([day], "MMM")', {}, null],
    [`DateFormat([day], "'week'")`, { day: 19_782 }, 'week'],
    [`DateFormat([day], "'week'")`, {}, null],
    [
      'DateFormat([metric_time], "h:mm a, hh H HH")',
      { metric_time: parseTime('2024-05-15 00:07:09') },
      '12:07 AM, 12 0 00',
    ],
    [
      'DateFormat([metric_time], "h a")',
      { metric_time: parseTime('2024-05-15 12:59:00') },
      '12 PM',
    ],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['DateFormat([day], "MMMMM")', 'EXPRESSION_BAD_FORMAT'],
    ['DateFormat([day], "MMM MMM")', 'EXPRESSION_BAD_FORMAT'],
    ['DateFormat([day], "d. W")', 'EXPRESSION_BAD_FORMAT'],
    ['Date("2024-May-01", "yyyy-MMM-dd")', 'EXPRESSION_BAD_FORMAT'],
    ['DateFormat([region], "MMM")', 'EXPRESSION_WRONG_ARGUMENT'],
    ['DateFormat([day], "")', 'EXPRESSION_BAD_FORMAT'],
    ['DateFormat([day], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['DateFormat([region], "MM")', 'EXPRESSION_WRONG_ARGUMENT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
