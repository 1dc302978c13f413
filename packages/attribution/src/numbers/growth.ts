import { decimalOf, decimalText, subtractDecimals, unitsAt } from './decimal.ts'
import { divideHalfEven } from './half-even.ts'
import { RATE_DIGITS } from './rate.ts'

/**
 * `current - compare` of the numbers as printed, exact, in plain notation; null when either is null.
 * `growthText(0.3, 0.1)` is `"0.2"`.
 */
export function growthText(current: number | null, compare: number | null): string | null {
  if (current === null || compare === null) return null
  return decimalText(subtractDecimals(decimalOf(current), decimalOf(compare)))
}

/**
 * `(current - compare) / compare` of the numbers as printed, a fraction with at most 10 fractional
 * digits, half-even, in plain notation; null when either is null or `compare` is zero.
 */
export function growthRateText(current: number | null, compare: number | null): string | null {
  if (current === null || compare === null || compare === 0) return null
  const base = decimalOf(compare)
  const growth = subtractDecimals(decimalOf(current), base)
  const scale = growth.scale
  const shifted = growth.units * 10n ** BigInt(RATE_DIGITS)
  return decimalText({ units: divideHalfEven(shifted, unitsAt(base, scale)), scale: RATE_DIGITS })
}
