import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
