import { type DecimalParts, PART } from './decimal-parts.ts'

/** Numbers of this size or less print with more digits after the point than are kept here; of that size or more, with an unsafe whole. */
const LEAST = 1e-5
const MOST = 1e15

/** How far rounding may have moved a distance of digits; a distance so close to a limit decides nothing. */
const DOUBT = 1e-6

/**
 * Puts a number as it prints into `parts`: the decimal with the fewest digits that is nearer to it than to any other
 * double, and of those the nearest one. False for numbers below 1e-5 or from 1e15 on (0 is fine), for powers of two, and
 * where the choice is too close; their texts must be asked. By the definition, in doubles: seventeen digits of the number
 * are an exact product of two doubles (Dekker 1971), and its neighbours are up to eleven units of the last of them away,
 * so that it prints with the nearest multiple of a hundred of these units, else of ten, else of one.
 */
export function readPrinted(value: number, parts: DecimalParts): boolean {
  const size = Math.abs(value)
  parts.negative = value < 0
  const whole = Math.floor(size)
  const fraction = size - whole
  parts.whole = whole
  if (fraction === 0) {
    parts.first = parts.second = parts.third = 0
    return size < MOST
  }
  if (!(size > LEAST && size < MOST)) return false
  DOUBLE[0] = size
  const exponent = BITS[1]! >>> 20
  if (BITS[0] === 0 && (BITS[1]! & 0xfffff) === 0) return false
  const scale = fractionDigits(size, exponent)
  const power = POWERS[scale]!
  const units = fraction * power
  const high = Math.floor(units / PART)
  const low = units - high * PART + productRest(fraction, scale, units)
  const digits = roundedDigits(low, HALF_GAPS[exponent]! * power)
  if (Number.isNaN(digits)) return false
  putDigits({ high, low: digits, scale }, parts)
  return true
}

/** The bits of one double; its exponent is in the upper word. */
const DOUBLE = new Float64Array(1)
const BITS = new Uint32Array(DOUBLE.buffer)

/** Powers of ten that are doubles. */
const POWERS = Float64Array.from({ length: 23 }, (_, scale) => Number(`1e${scale}`))
const POWERS_HIGH = POWERS.map(upperHalf)

/** Half the way to the next double, by the exponent's bits. */
const HALF_GAPS = Float64Array.from({ length: 2047 }, (_, exponent) => 2 ** (exponent - 1076))

/** Fractional digits with which a number has seventeen in all. */
function fractionDigits(size: number, exponent: number): number {
  // The digits before the point by the bits, 1233 / 4096 being the logarithm of 2: too few by one at most.
  const digits = ((exponent - 1023) * 1233) >> 12
  return size >= (digits + 1 < 0 ? 1 / POWERS[-digits - 1]! : POWERS[digits + 1]!)
    ? 15 - digits
    : 16 - digits
}

/** What `units`, the product rounded, leaves of a number times a power of ten (Dekker's product of halves): exact. */
function productRest(factor: number, scale: number, units: number): number {
  const factorHigh = upperHalf(factor)
  const factorLow = factor - factorHigh
  const powerHigh = POWERS_HIGH[scale]!
  const powerLow = POWERS[scale]! - powerHigh
  const upper = factorHigh * powerHigh - units
  return upper + factorHigh * powerLow + factorLow * powerHigh + factorLow * powerLow
}

/** The upper 26 bits of a double's fraction (Veltkamp's splitting). */
function upperHalf(value: number): number {
  const shifted = value * (2 ** 27 + 1)
  return shifted - (shifted - value)
}

/** Digits rounded to the largest of the steps 100, 10 and 1 that stays within the gap; NaN where that is too close to tell. */
function roundedDigits(digits: number, gap: number): number {
  const hundreds = Math.round(digits / 100) * 100
  const byHundreds = Math.abs(digits - hundreds)
  if (byHundreds < gap - DOUBT) return hundreds
  if (byHundreds < gap + DOUBT) return Number.NaN
  const tens = Math.round(digits / 10) * 10
  const byTens = Math.abs(digits - tens)
  if (byTens > 5 - DOUBT) return Number.NaN
  if (byTens < gap - DOUBT) return tens
  if (byTens < gap + DOUBT) return Number.NaN
  const ones = Math.round(digits)
  return Math.abs(digits - ones) > 0.5 - DOUBT ? Number.NaN : ones
}

/** Puts `(high · 10^8 + low) / 10^scale`, less than 1, into the parts of a fraction. */
function putDigits(
  digits: { readonly high: number; readonly low: number; readonly scale: number },
  parts: DecimalParts,
): void {
  // Rounding may have led out of the eight digits.
  const moved = Math.floor(digits.low / PART)
  const low = digits.low - moved * PART
  const high = digits.high + moved
  const missing = 24 - digits.scale
  const empty = missing >> 3
  const up = POWERS[missing & 7]!
  const down = POWERS[8 - (missing & 7)]!
  const lowCarry = Math.floor(low / down)
  const highCarry = Math.floor(high / down)
  const last = (low - lowCarry * down) * up
  const middle = (high - highCarry * down) * up + lowCarry
  parts.first = empty === 0 ? highCarry : empty === 1 ? middle : last
  parts.second = empty === 0 ? middle : empty === 1 ? last : 0
  parts.third = empty === 0 ? last : 0
}
