import { assertNever } from '@tributary/core'
import { isInt } from '../../values/constant.ts'
import type { Decimal } from '../../values/decimal.ts'

/** Towards which whole number a fraction goes; `nearest` takes a half away from zero. */
export type Direction = 'down' | 'up' | 'zero' | 'nearest'

/** The multiple of 10^-digits next to a decimal in a direction; one that has no more digits stays. */
export function roundDecimal(value: Decimal, digits: number, direction: Direction): Decimal {
  const { units, scale } = value
  if (digits >= scale) return value
  const rounded = divideRounded(units, 10n ** BigInt(scale - digits), direction)
  return digits >= 0
    ? { units: rounded, scale: digits }
    : { units: rounded * 10n ** BigInt(-digits), scale: 0 }
}

/** The whole number next to a quotient in a direction; the divisor is over 0. */
function divideRounded(dividend: bigint, divisor: bigint, direction: Direction): bigint {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  switch (direction) {
    case 'zero':
      return quotient
    case 'down':
      return rest < 0n ? quotient - 1n : quotient
    case 'up':
      return rest > 0n ? quotient + 1n : quotient
    case 'nearest': {
      const isHalf = (rest < 0n ? -rest : rest) * 2n >= divisor
      return isHalf ? quotient + (dividend < 0n ? -1n : 1n) : quotient
    }
    default:
      return assertNever(direction)
  }
}

/** The decimal without its sign. */
export function absoluteDecimal({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale }
}

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
