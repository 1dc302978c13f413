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
