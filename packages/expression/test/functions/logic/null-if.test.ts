import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

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
