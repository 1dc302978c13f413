import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Log', () => {
  test.each([
    ['Log([rate])', { rate: 1000 }, '3'],
    ['Log([rate], 10)', { rate: 1000 }, '3'],
    ['Log([rate], 10.0)', { rate: 1000 }, '3'],
    ['Log([rate], 2)', { rate: 8 }, '3'],
    ['Log([rate], 0.5)', { rate: 8 }, '-3'],
    ['Log([rate], 1)', { rate: 8 }, null],
    ['Log([rate], 0)', { rate: 8 }, null],
    ['Log(0, [rate])', { rate: 2 }, null],
    ['Log([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Log([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
