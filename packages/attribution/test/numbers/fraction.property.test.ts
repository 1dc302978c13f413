import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fractionToNumber, subtractFractions } from '../../src/numbers/fraction.ts'

const Exact = Decimal.clone({ precision: 120 })
const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
const fraction = fc.record({
  numerator: fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), units),
  denominator: fc.oneof(
    fc.bigInt({ min: 1n, max: 1000n }),
    units.filter((one) => one !== 0n),
  ),
})

/** decimal.js divides to 120 digits, and its text is read to the nearest double. */
function quotient({ numerator, denominator }: { numerator: bigint; denominator: bigint }): number {
  return Number(new Exact(String(numerator)).div(String(denominator)).toString())
}

test('a fraction is its nearest double', () => {
  fc.assert(
    fc.property(fraction, (one) => {
      expect(fractionToNumber(one)).toBe(quotient(one) + 0)
    }),
    { numRuns: 2_000 },
  )
})

test('equal fractions are equal numbers, and their difference is zero', () => {
  fc.assert(
    fc.property(fraction, fc.bigInt({ min: 1n, max: 10n ** 30n }), (one, factor) => {
      const same = {
        numerator: one.numerator * factor,
        denominator: one.denominator * factor,
      }
      expect(fractionToNumber(same)).toBe(fractionToNumber(one))
      expect(fractionToNumber(subtractFractions(one, same))).toBe(0)
    }),
  )
})
