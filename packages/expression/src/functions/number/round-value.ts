import { assertNever } from '@tributary/core'
import { isInt } from '../../values/constant.ts'
import { type Decimal, decimalToNumber, numberToDecimal } from '../../values/decimal.ts'

/** The direction of rounding; `nearest` rounds halves away from zero. */
export type Direction = 'down' | 'up' | 'zero' | 'nearest'

/** Rounds a decimal to a number of fractional digits. */
export function roundDecimal(value: Decimal, digits: number, direction: Direction): Decimal {
  const { units, scale } = value
  if (digits >= scale) return value
  const rounded = divideAndRound(units, 10n ** BigInt(scale - digits), direction)
  return digits >= 0
    ? { units: rounded, scale: digits }
    : { units: rounded * 10n ** BigInt(-digits), scale: 0 }
}

/** A quotient rounded to a whole number; the divisor is positive. */
function divideAndRound(dividend: bigint, divisor: bigint, direction: Direction): bigint {
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  switch (direction) {
    case 'zero':
      return quotient
    case 'down':
      return remainder < 0n ? quotient - 1n : quotient
    case 'up':
      return remainder > 0n ? quotient + 1n : quotient
    case 'nearest': {
      const isHalf = (remainder < 0n ? -remainder : remainder) * 2n >= divisor
      return isHalf ? quotient + (dividend < 0n ? -1n : 1n) : quotient
    }
    default:
      return assertNever(direction)
  }
}

/** The absolute value of a decimal. */
export function absoluteDecimal({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale }
}

/** Rounds a whole number to tens, hundreds and so on for negative digits; null when the result is no INT. */
export function roundInt(number: bigint, digits: number): bigint | null {
  if (digits >= 0) return number
  const unit = 10n ** BigInt(-digits)
  const rounded = divideAndRound(number, unit, 'nearest') * unit
  return isInt(rounded) ? rounded : null
}

/** The smallest double that rounding to a number of digits leaves unchanged. */
export function roundingLimit(digits: number): number {
  return digits < 0 ? 1e36 : 2 ** 52
}

/**
 * Rounds a double as the decimal number that it prints as, halves away from zero, and gives the nearest double: 1.005 gives
 * 1.01 for two digits, as a cast to DECIMAL does, although the double is a little smaller.
 */
export function roundDouble(number: number, digits: number): number {
  if (Math.abs(number) >= roundingLimit(digits)) return number
  const unit = Number(`1e${Math.abs(digits)}`)
  if (digits < 0) return roundHalfAway(number / unit) * unit
  const moved = number * unit
  const toHalf = Math.abs(Math.abs(moved - Math.trunc(moved)) - 0.5)
  if (digits > 0 && toHalf <= Math.abs(moved) * ROUNDING_DOUBT) {
    return decimalToNumber(roundDecimal(numberToDecimal(number), digits, 'nearest'))
  }
  return roundHalfAway(moved) / unit
}

/**
 * How close to a half, relative to its size, a scaled double may be on the other side than its decimal digits: the double,
 * its digits and the product each differ by at most 2^-53 of it.
 */
export const ROUNDING_DOUBT: number = 2 ** -50

function roundHalfAway(number: number): number {
  const integerPart = Math.trunc(number)
  return Math.abs(number - integerPart) >= 0.5 ? integerPart + Math.sign(number) : integerPart
}
