import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('IsNull', () => {
  test.each([
    ['IsNull([region])', { region: '' }, 'false'],
    ['IsNull([region])', {}, 'true'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })
})

describe('IsNotNull', () => {
  test.each([
    ['IsNotNull([delay])', { delay: 0n }, 'true'],
    ['IsNotNull([delay])', {}, 'false'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['IsNotNull()', 'EXPRESSION_ARGUMENT_COUNT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Coalesce', () => {
  test.each([
    ['Coalesce([delay], [rate], 0)', { rate: 2.5 }, '2.5'],
    ['Coalesce([day], [metric_time])', { day: 0 }, '1970-01-01 00:00:00'],
    ['IfNull([delay], 0)', {}, '0'],
    ['IfNull([delay], [rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Coalesce([delay], [region])', 'EXPRESSION_MIXED_TYPES'],
    ['IfNull([delay])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('NullIf', () => {
  test.each([
    ['NullIf([delay], 0)', { delay: 0n }, null],
    ['NullIf([delay], 0.0)', { delay: 0n }, null],
    ['NullIf([delay], [rate])', { delay: 2n }, '2'],
    ['NullIf([region], "n/a")', { region: 'x' }, 'x'],
    ['NullIf([day], "2024-01-01")', { day: 19_723 }, null],
    ['NullIf([delay], 0)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['NullIf([delay], "0")', 'EXPRESSION_INCOMPARABLE']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
