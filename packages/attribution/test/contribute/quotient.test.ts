import { describe, expect, test } from 'vitest'
import type { Amounts } from '../../src/contribute/amounts.ts'
import { quotientContributions, ratioWeights } from '../../src/contribute/quotient.ts'

function amounts(current: readonly number[], compare: readonly number[]): Amounts {
  const exact = (values: readonly number[]) => ({
    kind: 'exact' as const,
    scale: 0,
    units: values.map(BigInt),
  })
  return {
    current: exact(current),
    compare: exact(compare),
    divisors: { current: 1n, compare: 1n },
  }
}

describe('quotientContributions', () => {
  test('splits a change of a ratio among its groups', () => {
    const weights = ratioWeights({
      currentNumerator: 90,
      compareNumerator: 80,
      currentDenominator: 200,
      compareDenominator: 150,
    })
    const contributions = quotientContributions(
      amounts([60, 20, 10], [50, 30, 0]),
      amounts([100, 80, 20], [100, 50, 0]),
      weights,
    )
    const expected = [0.0575364, -0.1420583, 0.0011885]
    contributions.forEach((value, row) => {
      expect(value).toBeCloseTo(expected[row]!, 7)
    })
  })

  test('has nothing to split without weights', () => {
    expect(quotientContributions(amounts([1], [2]), amounts([1], [0]), null)).toEqual(
      Float64Array.of(Number.NaN),
    )
  })
})

describe('ratioWeights', () => {
  test.each([
    ['zero before', 0, 5],
    ['zero after', 5, 0],
    ['zero on both sides', 0, 0],
    ['of another sign after', -5, 5],
  ])('is null for a denominator that is %s', (_, compareDenominator, currentDenominator) => {
    const totals = { currentNumerator: 1, compareNumerator: 2 }
    expect(ratioWeights({ ...totals, currentDenominator, compareDenominator })).toBeNull()
  })

  test('is exact where the denominator does not change', () => {
    const totals = { currentNumerator: 3, compareNumerator: 1 }
    const weights = ratioWeights({ ...totals, currentDenominator: 4, compareDenominator: 4 })
    expect(weights).toEqual({ numerator: 1 / 4, denominator: (1 + 3) / (2 * 16) })
  })

  test('works for a denominator that stays negative', () => {
    const totals = { currentNumerator: 3, compareNumerator: 1 }
    const weights = ratioWeights({ ...totals, currentDenominator: -4, compareDenominator: -2 })!
    const change = 2 * weights.numerator - -2 * weights.denominator
    expect(change).toBeCloseTo(3 / -4 - 1 / -2, 14)
  })
})
