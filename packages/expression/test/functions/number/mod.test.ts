import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Mod', () => {
  test.each([
    ['Mod([delay], 3)', { delay: -7n }, '-1'],
    ['Mod([delay], 0)', { delay: 7n }, null],
    ['Mod([rate], 0.5)', { rate: 1.75 }, '0.25'],
    ['Mod([delay], 3)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Mod([region], 3)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
