import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RatioTotals, ratioWeights } from '../../src/contribute/quotient.ts'

// Doubles without full precision (below 1e-300) are left out.
const numerator = fc
  .double({ min: -1e9, max: 1e9, noNaN: true })
  .map((value) => (Math.abs(value) < 1e-200 ? 0 : value))
const denominator = fc.oneof(
  fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
  fc.integer({ min: 1, max: 100 }),
)
// Denominators that hardly move are where a careless closed form cancels.
const denominators = fc.oneof(
  fc.tuple(denominator, denominator),
  fc
    .tuple(
      denominator,
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 16 }),
    )
    .map(([d, move, digits]) => [d, d * (1 + 0.5 * move * 10 ** -digits)] as [number, number]),
)

const totals: fc.Arbitrary<RatioTotals> = fc
  .tuple(numerator, numerator, denominators)
  .map(([n0, n1, [d0, d1]]) => ({
    currentNumerator: n1,
    compareNumerator: n0,
    currentDenominator: d1,
    compareDenominator: d0,
  }))

function change(ratio: RatioTotals): number {
  const weights = ratioWeights(ratio)!
  return (
    (ratio.currentNumerator - ratio.compareNumerator) * weights.numerator -
    (ratio.currentDenominator - ratio.compareDenominator) * weights.denominator
  )
}

test('the whole contributes the whole change, to 1e-12 of the terms', () => {
  fc.assert(
    fc.property(totals, (ratio) => {
      const now = ratio.currentNumerator / ratio.currentDenominator
      const before = ratio.compareNumerator / ratio.compareDenominator
      const weights = ratioWeights(ratio)!
      const terms =
        Math.abs(now) +
        Math.abs(before) +
        Math.abs((ratio.currentNumerator - ratio.compareNumerator) * weights.numerator)
      expect(Math.abs(change(ratio) - (now - before))).toBeLessThanOrEqual(1e-12 * terms)
    }),
    { numRuns: 2000 },
  )
})

test('weights do not depend on the direction', () => {
  fc.assert(
    fc.property(totals, (ratio) => {
      const back = ratioWeights({
        currentNumerator: ratio.compareNumerator,
        compareNumerator: ratio.currentNumerator,
        currentDenominator: ratio.compareDenominator,
        compareDenominator: ratio.currentDenominator,
      })
      expect(back).toEqual(ratioWeights(ratio))
    }),
  )
})

test('weights are the path integrals', () => {
  const steps = 2000
  fc.assert(
    fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      (n0, n1, d0, d1) => {
        let first = 0
        let second = 0
        for (let step = 0; step < steps; step++) {
          const t = (step + 0.5) / steps
          const n = n0 + t * (n1 - n0)
          const d = d0 + t * (d1 - d0)
          first += 1 / d / steps
          second += n / d ** 2 / steps
        }
        const weights = ratioWeights({
          currentNumerator: n1,
          compareNumerator: n0,
          currentDenominator: d1,
          compareDenominator: d0,
        })!
        expect(weights.numerator).toBeCloseTo(first, 3)
        expect(weights.denominator).toBeCloseTo(second, 1)
      },
    ),
  )
})
