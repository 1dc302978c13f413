import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
