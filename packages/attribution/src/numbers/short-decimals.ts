/** Units of the fourth fractional digit in 1. */
export const UNITS = 10_000

/** Units below this print with no more digits than doubles keep, and differ exactly. */
const MAX_UNITS = 1e15

/**
 * A number that prints with at most four fractional digits in units of the fourth, without making its text; NaN for any
 * other, and for numbers from 1e11 on. Money and counts never are.
 */
export function shortUnits(value: number): number {
  const units = Math.round(value * UNITS)
  // The double nearest to so few digits prints as these digits.
  return units / UNITS === value && Math.abs(units) < MAX_UNITS ? units : Number.NaN
}
