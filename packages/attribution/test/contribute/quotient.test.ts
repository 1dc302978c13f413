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
    const contributions = quotientContributions(
      amounts([60, 20, 10], [50, 30, 0]),
      amounts([100, 80, 20], [100, 50, 0]),
      ratioWeights(amounts([90], [80]), amounts([200], [150])),
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
  ])('is null for a denominator that is %s', (_, before, after) => {
    expect(ratioWeights(amounts([1], [2]), amounts([after], [before]))).toBeNull()
  })

  test.each([
    ['does not change', [4], [4]],
    ['stays negative', [-4], [-2]],
    ['grows by much', [1e15], [1]],
  ])('gives the whole change where the denominator %s', (_, after, before) => {
    const [n, d] = [amounts([3], [1]), amounts(after, before)]
    const [change] = quotientContributions(n, d, ratioWeights(n, d))
    expect(change).toBeCloseTo(3 / after[0]! - 1 / before[0]!, 14)
  })
})
