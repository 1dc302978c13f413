import { describe, expect, test } from 'vitest'
import { compileSample } from '../../support/compile-sample.ts'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('IN', () => {
  test.each([
    ['IN([delay], 1, 2.0)', { delay: 2n }, 'true'],
    ['IN([delay], 1)', { delay: 2n }, 'false'],
    ['IN([region], "😀")', { region: '😀' }, 'true'],
    ['IN([delay], 1)', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['IN([delay], "1")', 'EXPRESSION_INCOMPARABLE'],
    ['IN([delay], 1, NULL)', 'EXPRESSION_NULL_IN_LIST'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('NotIn', () => {
  test.each([
    ['NotIn([delay], 1, 2)', { delay: 3n }, 'true'],
    ['NotIn([delay], 1, 2)', { delay: 2n }, 'false'],
    ['NotIn([delay], 1, 2)', {}, null],
    ['NotIn([metric_time__month], "2024-01")', { metric_time: 1_704_153_600_000_001n }, 'false'],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([
    ['NotIn([delay], "1")', 'EXPRESSION_INCOMPARABLE'],
    ['NotIn([delay], [rate])', 'EXPRESSION_NOT_CONSTANT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Between', () => {
  test.each([
    ['Between([delay], 1, 3)', { delay: 3n }, 'true'],
    ['Between([delay], 1, 2.5)', { delay: 3n }, 'false'],
    ['Between([delay], [rate], 3)', { delay: 5n }, 'false'],
    ['Between([delay], [rate], 3)', { delay: 2n }, null],
    ['Between([region], "a", "\uffff")', { region: '😀' }, 'false'],
    [
      'Between([metric_time], "2024-01-01", "2024-01-02")',
      { metric_time: 1_704_153_600_000_001n },
      'false',
    ],
    [
      'Between([metric_time__month], "2024-01", "2024-02-17")',
      { metric_time: 1_707_000_000_000_000n },
      'true',
    ],
    [
      'Between("2024-01-15", [day], [metric_time])',
      { day: 19_737, metric_time: 1_705_276_800_000_000n },
      'true',
    ],
    ['Between([delay], 1, 3)', {}, null],
    ['Between(NULL, [region], [delay])', { region: 'a', delay: 1n }, null],
    ['Between(NULL, [day], "2024-01-01")', { day: 19_737 }, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test('of NULL is a constant, so that no engine looks at bounds that do not go together', () => {
    expect(compileSample('Between(NULL, [region], [delay])')).toMatchObject({
      kind: 'constant',
      type: 'BOOLEAN',
    })
  })

  test.each([
    ['Between([delay], "1", 3)', 'EXPRESSION_INCOMPARABLE'],
    ['Between([day], "soon", [day])', 'EXPRESSION_BAD_CONSTANT'],
  ])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
