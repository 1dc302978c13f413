import { describe, expect, test } from 'vitest'
import { growthRateText, growthText } from '../../src/numbers/growth.ts'

describe('growthText', () => {
  test.each([
    [0.3, 0.1, '0.2'],
    [1e21, 1, '999999999999999999999'],
    [1, 1e-7, '0.9999999'],
    [2, 2, '0'],
    [-0, 0, '0'],
    [9007199254740992, -1, '9007199254740993'],
    [9.039122141204487, 3.264016606563602, '5.775105534640885'],
  ])('takes %d - %d', (current, compare, text) => {
    expect(growthText(current, compare)).toBe(text)
  })

  test('is null when a side is null', () => {
    expect(growthText(null, 1)).toBeNull()
    expect(growthText(1, null)).toBeNull()
  })
})

describe('growthRateText', () => {
  test.each([
    [150, 100, '0.5'],
    [0, 20, '-1'],
    [1, 3, '-0.6666666667'],
    [-1, -2, '-0.5'],
    [10, -5, '-3'],
    [5, 5, '0'],
    // Halves go to the even digit: 0.00000000005 and 0.00000000015.
    [20000000001, 2e10, '0'],
    [20000000003, 2e10, '0.0000000002'],
  ])('takes (%d - b) / b for b = %d', (current, compare, text) => {
    expect(growthRateText(current, compare)).toBe(text)
  })

  test('is null over a zero base or a null', () => {
    expect(growthRateText(1, 0)).toBeNull()
    expect(growthRateText(null, 1)).toBeNull()
    expect(growthRateText(1, null)).toBeNull()
  })
})
