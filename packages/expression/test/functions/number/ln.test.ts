import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Ln', () => {
  test.each([
    ['Ln([rate])', { rate: 1 }, '0'],
    ['Ln([rate])', { rate: 0 }, null],
    ['Ln([rate])', { rate: -1 }, null],
    ['Ln([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Ln([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
