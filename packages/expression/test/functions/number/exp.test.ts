import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Exp', () => {
  test.each([
    ['Exp([rate])', { rate: 0 }, '1'],
    ['Exp([rate])', { rate: 710 }, null],
    ['Exp([rate])', { rate: -1000 }, '0'],
    ['Exp([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Exp([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
