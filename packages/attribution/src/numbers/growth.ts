import type { Decimal } from '@tributary/expression'
import {
  decimalText,
  decimalToNumber,
  numberToDecimal,
  subtractDecimals,
  unitsAt,
} from '@tributary/expression/internal'
/** `dividend / divisor` rounded to an integer, halves to the even neighbour. The divisor is not zero. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const quotient = top / bottom
  const twice = (top % bottom) * 2n
  const up = twice > bottom || (twice === bottom && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

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
  const { units, scale } = numberToDecimal(rate)
  if (scale <= RATE_DIGITS) return rate
  const rounded = divideHalfEven(units, 10n ** BigInt(scale - RATE_DIGITS))
  return decimalToNumber({ units: rounded, scale: RATE_DIGITS })
}

/**
 * `current - compare` of the numbers as printed, exact, in plain notation; null when either is null.
 * `growthText(0.3, 0.1)` is `"0.2"`.
 */
export function growthText(current: number | null, compare: number | null): string | null {
  if (current === null || compare === null) return null
  if (compare === 0) return plainText(current)
  return decimalText(subtractDecimals(numberToDecimal(current), numberToDecimal(compare)))
}

/**
 * `(current - compare) / compare` of the numbers as printed, a fraction with at most 10 fractional
 * digits, half-even, in plain notation; null when either is null or `compare` is zero.
 */
export function growthRateText(current: number | null, compare: number | null): string | null {
  if (current === null || compare === null) return null
  return exactRateText(numberToDecimal(current), numberToDecimal(compare))
}

/** `current - compare` of decimals, exact, in plain notation; null when either is null. */
export function exactGrowthText(current: Decimal | null, compare: Decimal | null): string | null {
  return current && compare && decimalText(subtractDecimals(current, compare))
}

/**
 * `(current - compare) / compare` of decimals, a fraction with at most 10 fractional digits, half-even, in plain notation;
 * null when either is null or `compare` is zero.
 */
export function exactRateText(current: Decimal | null, compare: Decimal | null): string | null {
  if (current === null || compare === null || compare.units === 0n) return null
  const { units, scale } = subtractDecimals(current, compare)
  const rate = divideHalfEven(units * 10n ** BigInt(RATE_DIGITS), unitsAt(compare, scale))
  return decimalText({ units: rate, scale: RATE_DIGITS })
}

/** The plain decimal text of a finite number: its digits as printed, with zeros in place of an exponent. */
export function plainText(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const sign = value < 0 ? '-' : ''
  const [integerPart = '', fraction = ''] = mantissa.slice(sign.length).split('.')
  const places = Number(exponent)
  if (places < 0) return `${sign}0.${'0'.repeat(-places - 1)}${integerPart}${fraction}`
  return `${sign}${integerPart}${fraction.padEnd(places, '0')}`
}
