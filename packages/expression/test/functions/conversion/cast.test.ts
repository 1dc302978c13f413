import { parseTime, type Value } from '@tributary/expression'
import { numberToDecimal } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

type Case = readonly [text: string, row: Readonly<Record<string, Value>>, result: string | null]

describe('Cast', () => {
  test.each<Case>([
    ['Cast([region], "Int")', { region: ' +12 ' }, '12'],
    ['Cast([region], "BIGINT")', { region: '-9223372036854775808' }, '-9223372036854775808'],
    ['Cast([region], "Int")', { region: '9223372036854775808' }, null],
    ['Cast([region], "Int")', { region: '1.0' }, null],
    ['Cast([region], "Int")', { region: '12\n' }, null],
    ['Cast([region], "Int")', { region: '' }, null],
    ['Cast([region], "Int")', {}, null],
    ['Cast([rate], "Int")', { rate: -2.9 }, '-2'],
    ['Cast([rate], "Int")', { rate: 1e19 }, null],
    ['Cast([price], "Int")', { price: numberToDecimal(-2.9) }, '-2'],
    ['Cast([late], "Int")', { late: true }, '1'],
  ])('to a whole number: %s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each<Case>([
    ['Cast([region], "Decimal")', { region: '1.00000000005' }, '1.0000000001'],
    ['Cast([region], "Decimal(4, 2)")', { region: '99.994' }, '99.99'],
    ['Cast([region], "Decimal(4, 2)")', { region: '99.995' }, null],
    ['Cast([region], "decimal( 4 )")', { region: '-9999.4' }, '-9999'],
    ['Cast([region], "Decimal(38, 20)")', { region: '.5' }, '0.5'],
    ['Cast([region], "Decimal")', { region: '1e-999' }, '0'],
    ['Cast([region], "Decimal")', { region: '1e1000' }, null],
    ['Cast([region], "Decimal")', { region: '1e' }, null],
    ['Cast([rate], "Decimal(10, 2)")', { rate: 1.005 }, '1.01'],
    ['Cast([rate], "Decimal(10, 2)")', { rate: -1.005 }, '-1.01'],
    ['Cast([rate], "Decimal")', { rate: 1e300 }, null],
    ['Cast([price], "Decimal(10, 1)")', { price: { units: 25n, scale: 2 } }, '0.3'],
    ['Cast([delay], "Decimal(2, 1)")', { delay: 10n }, null],
    ['Cast([late], "Decimal")', { late: false }, '0'],
  ])('to a decimal: %s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each<Case>([
    ['Cast([region], "Double")', { region: ' 1E+3 ' }, '1000'],
    ['Cast([region], "Double")', { region: '1e309' }, null],
    ['Cast([region], "Double")', { region: '1e-400' }, '0'],
    ['Cast([region], "Double")', { region: 'NaN' }, null],
    ['Cast([region], "Double")', { region: '0x10' }, null],
    ['Cast([region], "Double")', { region: '1_000' }, null],
    ['Cast([delay], "Double")', { delay: 9007199254740993n }, '9007199254740992'],
    ['Cast([price], "Double")', { price: { units: 1n, scale: 1 } }, '0.1'],
  ])('to a double: %s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each<Case>([
    ['Cast([region], "Boolean")', { region: ' TRUE ' }, 'true'],
    ['Cast([region], "Boolean")', { region: 'yes' }, null],
    ['Cast([region], "Boolean")', { region: '1' }, null],
    ['Cast([delay], "Boolean")', { delay: -1n }, 'true'],
    ['Cast([rate], "Boolean")', { rate: -0 }, 'false'],
    ['Cast([price], "Boolean")', { price: { units: 0n, scale: 3 } }, 'false'],
  ])('to a truth value: %s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each<Case>([
    [
      'Cast([region], "Timestamp")',
      { region: '2024-02-29T13:07:09.5' },
      '2024-02-29 13:07:09.500000',
    ],
    ['Cast([region], "DATETIME")', { region: '2024-02-29' }, '2024-02-29 00:00:00'],
    ['Cast([region], "Timestamp")', { region: '2024-02' }, null],
    ['Cast([region], "Timestamp")', { region: '2024-02-29 13:07' }, null],
    ['Cast([region], "Timestamp")', { region: '2024-02-29 24:00:00' }, null],
    ['Cast([region], "Date")', { region: '2024-02-29 23:59:59' }, '2024-02-29'],
    ['Cast([region], "Date")', { region: '2024-02-30' }, null],
    ['Cast([metric_time], "Date")', { metric_time: -1n }, '1969-12-31'],
    ['Cast([day], "Timestamp")', { day: -1 }, '1969-12-31 00:00:00'],
  ])('to a time: %s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each<Case>([
    [
      'Cast([metric_time], "String")',
      { metric_time: parseTime('0001-01-01') },
      '0001-01-01 00:00:00',
    ],
    ['Cast([day], "VARCHAR")', { day: 0 }, '1970-01-01'],
    ['Cast([rate], "String")', { rate: 1e-7 }, '0.0000001'],
    ['Cast([rate], "String")', { rate: -0 }, '0'],
    ['Cast([price], "String")', { price: { units: -1500n, scale: 3 } }, '-1.5'],
    ['Cast([late], "String")', { late: true }, 'true'],
  ])('to a text: %s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Cast("twelve", "Int")', 'EXPRESSION_BAD_CONSTANT'],
    ['Cast("2024-02-30", "Date")', 'EXPRESSION_BAD_CONSTANT'],
    ['Cast([region], "Decimal(39, 2)")', 'EXPRESSION_UNKNOWN_TYPE'],
    ['Cast([region], "Decimal(2, 3)")', 'EXPRESSION_UNKNOWN_TYPE'],
    ['Cast([region], "Integer")', 'EXPRESSION_UNKNOWN_TYPE'],
    ['Cast([region], [region])', 'EXPRESSION_NOT_CONSTANT'],
    ['Cast([day], "Int")', 'EXPRESSION_IMPOSSIBLE_CAST'],
    ['Cast([delay], "Timestamp")', 'EXPRESSION_IMPOSSIBLE_CAST'],
    ['Cast([late], "Date")', 'EXPRESSION_IMPOSSIBLE_CAST'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('TryCast', () => {
  test.each([
    ['TryCast("twelve", "Int")', {}, null],
    ['TryCast("2024-02-30", "Date")', {}, null],
    ['TryCast("12", "Decimal(4, 1)")', {}, '12'],
    ['TryCast([region], "Boolean")', { region: 'no' }, null],
    ['TryCast([region], "Boolean")', {}, null],
    ['TryCast(NULL, "Date")', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['TryCast("12", "Number")', 'EXPRESSION_UNKNOWN_TYPE'],
    ['TryCast([day], "Double")', 'EXPRESSION_IMPOSSIBLE_CAST'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
