import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('If', () => {
  test.each([
    ['If([late], "a", "b")', { late: true }, 'a'],
    ['If([late], "a", "b")', {}, 'b'],
    ['If([late], 1, 2.5)', { late: true }, '1'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['If([delay], 1, 2)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['If([late], 1, "b")', 'EXPRESSION_MIXED_TYPES'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Case', () => {
  test.each([
    ['Case([late], 1, [delay] > 3, 2.5, 9)', { late: true, delay: 9n }, '1'],
    ['Case([late], 1, [delay] > 3, 2.5, 9)', { late: null, delay: 9n }, '2.5'],
    ['Case([late], 1, [delay] > 3, 2.5, 9)', { late: false, delay: 0n }, '9'],
    ['Case([late], [day], [metric_time])', { late: true, day: 0 }, '1970-01-01 00:00:00'],
    ['Case([late], "a")', { late: false }, null],
    ['Case([late], NULL, "b")', { late: true }, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['Case([delay], 1, 2)', 'EXPRESSION_WRONG_ARGUMENT'],
    ['Case([late], 1, "a")', 'EXPRESSION_MIXED_TYPES'],
    ['Case([late])', 'EXPRESSION_ARGUMENT_COUNT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
