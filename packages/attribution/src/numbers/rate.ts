import { decimalOf, decimalToNumber } from './decimal.ts'
import { divideHalfEven } from './half-even.ts'

/** Fractional digits of a rate. */
export const RATE_DIGITS = 10

/** A rate with at most 10 fractional digits, half-even on the number as printed; NaN when it is not finite. */
export function roundRate(rate: number): number {
  const near = roundedUnits(rate)
  return Number.isNaN(near) ? exactRate(rate) : near / RATE_UNIT + 0
}

/** Units of the last digit of a rate in 1. */
export const RATE_UNIT: number = 10 ** RATE_DIGITS

/**
 * A number in units of the last digit of a rate, where doubles can tell which are nearest; NaN for large
 * numbers, and so close to a tie that the rounding of the number and of the product could decide it.
 */
export function roundedUnits(value: number): number {
  const scaled = value * RATE_UNIT
  const size = Math.abs(scaled)
  const units = Math.round(scaled)
  const doubt = size * 2 ** -49 + 2 ** -30
  return size <= 1e14 && Math.abs(scaled - units) < 0.5 - doubt ? units : Number.NaN
}

function exactRate(rate: number): number {
  if (!Number.isFinite(rate)) return Number.NaN
  const { units, scale } = decimalOf(rate)
  if (scale <= RATE_DIGITS) return rate
  const rounded = divideHalfEven(units, 10n ** BigInt(scale - RATE_DIGITS))
  return decimalToNumber({ units: rounded, scale: RATE_DIGITS })
}
