import { isInt } from '../../values/constant.ts'
import { divideRounded } from './round-decimal.ts'

/** A whole number rounded to tens, hundreds, … for digits below 0; null when the result is no INT. */
export function roundInt(number: bigint, digits: number): bigint | null {
  if (digits >= 0) return number
  const unit = 10n ** BigInt(-digits)
  const rounded = divideRounded(number, unit, 'nearest') * unit
  return isInt(rounded) ? rounded : null
}

/** From here on rounding changes nothing: a double has no fraction, or none of the rounded digits. */
export function firstWhole(digits: number): number {
  return digits < 0 ? 1e36 : 2 ** 52
}

/**
 * A double rounded as engines do it: moved by the digits, rounded with halves away from zero, moved back.
 * The double nearest to 1.005 is under it, and gives 1 for two digits.
 */
export function roundDouble(number: number, digits: number): number {
  if (Math.abs(number) >= firstWhole(digits)) return number
  const unit = Number(`1e${Math.abs(digits)}`)
  if (digits < 0) return roundHalfAway(number / unit) * unit
  return roundHalfAway(number * unit) / unit
}

function roundHalfAway(number: number): number {
  const whole = Math.trunc(number)
  return Math.abs(number - whole) >= 0.5 ? whole + Math.sign(number) : whole
}
