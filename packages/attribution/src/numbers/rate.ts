import { decimalOf, decimalToNumber } from './decimal.ts'
import { divideHalfEven } from './half-even.ts'

/** Fractional digits of a rate. */
export const RATE_DIGITS = 10

/** A rate with at most 10 fractional digits, half-even on the number as printed; not finite → null. */
export function roundRate(rate: number): number | null {
  if (!Number.isFinite(rate)) return null
  const { units, scale } = decimalOf(rate)
  if (scale <= RATE_DIGITS) return rate === 0 ? 0 : rate
  const rounded = divideHalfEven(units, 10n ** BigInt(scale - RATE_DIGITS))
  return decimalToNumber({ units: rounded, scale: RATE_DIGITS })
}
