import type { DecimalParts } from './decimal-parts.ts'

/** Fractional digits up to which numbers are read as whole units of doubles. */
const SCALE = 4
const UNIT = 10 ** SCALE

/** Units below this print with no more digits than doubles keep, and differ exactly. */
const MAX_UNITS = 1e15

/**
 * A number that prints with at most four fractional digits in units of the fourth, without making its text; NaN for any
 * other, and for numbers from 1e11 on. Money and counts never are.
 */
export function shortUnits(value: number): number {
  const units = Math.round(value * UNIT)
  // The double nearest to so few digits prints as these digits.
  return units / UNIT === value && Math.abs(units) < MAX_UNITS ? units : Number.NaN
}

/** Puts units of the fourth fractional digit into `parts`. */
export function shortToParts(units: number, parts: DecimalParts): void {
  const size = Math.abs(units)
  parts.negative = units < 0
  parts.whole = Math.floor(size / UNIT)
  parts.first = (size - parts.whole * UNIT) * 10 ** (8 - SCALE)
  parts.second = 0
  parts.third = 0
}
