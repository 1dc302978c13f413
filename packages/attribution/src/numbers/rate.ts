import { decimalOf, decimalToNumber } from './decimal.ts'
import type { DecimalParts } from './decimal-parts.ts'
import { divideHalfEven } from './half-even.ts'

/** Fractional digits of a rate. */
export const RATE_DIGITS = 10

/** A rate with at most 10 fractional digits, half-even on the number as printed; not finite → null. */
export function roundRate(rate: number): number | null {
  if (!Number.isFinite(rate)) return null
  const near = roundedUnits(rate)
  if (near !== null) return near / RATE_UNIT + 0
  const { units, scale } = decimalOf(rate)
  if (scale <= RATE_DIGITS) return rate === 0 ? 0 : rate
  const rounded = divideHalfEven(units, 10n ** BigInt(scale - RATE_DIGITS))
  return decimalToNumber({ units: rounded, scale: RATE_DIGITS })
}

/** Units of the last digit of a rate in 1. */
export const RATE_UNIT: number = 10 ** RATE_DIGITS

/**
 * A number in units of the last digit of a rate, where doubles can tell which are nearest: not for large
 * numbers, and not so close to a tie that the rounding of the number and of the product could decide it.
 */
export function roundedUnits(value: number): number | null {
  const scaled = value * RATE_UNIT
  if (Math.abs(scaled) > 1e14) return null
  const units = Math.round(scaled)
  const doubt = Math.abs(scaled) * 2 ** -50 + 2 ** -30
  return Math.abs(Math.abs(scaled - units) - 0.5) < doubt ? null : units
}

/** Puts units of the last digit of a rate, at most 1e14, into `parts`, which it gives back. */
export function rateToParts(units: number, parts: DecimalParts): DecimalParts {
  const size = Math.abs(units)
  parts.negative = units < 0
  parts.whole = Math.floor(size / RATE_UNIT)
  const fraction = size - parts.whole * RATE_UNIT
  parts.first = Math.floor(fraction / 100)
  parts.second = (fraction - parts.first * 100) * 1e6
  parts.third = 0
  return parts
}
