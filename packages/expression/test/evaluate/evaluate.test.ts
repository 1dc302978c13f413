import { evaluate, toText, type Value } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { compileSample } from '../support/compile-sample.ts'

const ROW: Readonly<Record<string, Value>> = {
  region: 'east',
  delay: 7n,
  price: 1.5,
  rate: null,
  late: true,
  day: 1,
  metric_time: 86_400_000_001n,
}

function given(text: string, row: Readonly<Record<string, Value>> = ROW): Value {
  return evaluate(compileSample(text), (reference) => row[reference.name] ?? null)
}

describe('evaluate', () => {
  test.each<readonly [string, Value]>([
    ['[delay] + 1', 8n],
    ['[delay] / 2', 3.5],
    ['[delay] / ([delay] - 7)', null],
    ['[delay] % ([delay] - 7)', null],
    ['-[delay] % 4', -3n],
    ['[delay] + [price]', 8.5],
    ['-[price]', -1.5],
    ['[rate] + 1', null],
    ['[delay] = 7.0', true],
    ['[rate] > 1', null],
    ['NOT [rate] > 1', null],
    ['[rate] > 1 AND [delay] = 0', false],
    ['[rate] > 1 OR [late]', true],
    ['[rate] > 1 OR [delay] = 0', null],
    ['IN([region], "west", "east")', true],
    ['IN([region], "west")', false],
    ['IN([region], "west", NULL)', null],
    ['IN([rate], 1)', null],
    ['IN([price], 1, 1.50)', true],
    ['IN([metric_time__day], "1970-01-02")', true],
    ['IsNull([rate])', true],
    ['Coalesce([rate], [delay])', 7],
    ['If([rate] > 0, 1, 2)', 2n],
    ['If([late], [day], [metric_time])', 86_400_000_000n],
    ['[day] < [metric_time]', true],
    ['[day] = "1970-01-02"', true],
    ['DateTrunc([day], "YEAR")', 0],
    ['DateTrunc([metric_time], "SECOND")', 86_400_000_000n],
    ['DateAdd([day], [delay], "DAY")', 8],
    ['DateAdd([day], 1, "HOUR")', 90_000_000_000n],
    ['DateAdd([day], [delay] * 1000000000000, "DAY")', null],
    ['Date([region])', null],
    ['Cast([price], "Int")', 1n],
    ['Cast([delay], "String")', '7'],
    ['Cast([metric_time], "Date")', 1],
    ['Cast([day], "String")', '1970-01-02'],
    ['Cast([region], "Int")', null],
    ['Cast([late], "Int")', 1n],
    ['Cast(" +12 ", "Int")', 12n],
    ['Cast([delay], "Boolean")', true],
  ])('gives %s', (text, value) => {
    expect(given(text)).toEqual(value)
  })

  test('computes one branch of If', () => {
    const read: string[] = []
    evaluate(compileSample('If([late], [delay], [price])'), ({ name }) => {
      read.push(name)
      return ROW[name] ?? null
    })
    expect(read).toEqual(['late', 'delay'])
  })

  test('orders texts by code point', () => {
    expect(given('[region] < "\u{1f600}"', { region: '\uff5e' })).toBe(true)
  })

  test('takes NaN and the infinities for NULL', () => {
    expect(given('IsNull([price])', { price: Number.NEGATIVE_INFINITY })).toBe(true)
    expect(given('IsNull([price])', { price: Number.NaN })).toBe(true)
  })
})

describe('toText', () => {
  test.each<readonly [Value, Parameters<typeof toText>[1], string | null]>([
    [11_443, 'DATE', '2001-05-01'],
    [-1, 'DATE', '1969-12-31'],
    [988_722_000_000_000n, 'TIMESTAMP', '2001-05-01 13:00:00'],
    [988_722_000_000_050n, 'TIMESTAMP', '2001-05-01 13:00:00.000050'],
    [-1n, 'TIMESTAMP', '1969-12-31 23:59:59.999999'],
    [12n, 'INT', '12'],
    [0.1, 'DOUBLE', '0.1'],
    [1e21, 'DOUBLE', '1000000000000000000000'],
    [-1.5e-7, 'DOUBLE', '-0.00000015'],
    [-0, 'DOUBLE', '0'],
    [true, 'BOOLEAN', 'true'],
    [null, 'INT', null],
  ])('writes %s as a %s', (value, type, text) => {
    expect(toText(value, type)).toBe(text)
  })
})
