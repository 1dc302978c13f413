import { type DecimalParts, EXACT_POWER, PART, PART_DIGITS, POWERS } from './decimal-parts.ts'

/** Numbers of this size or less print with more digits after the point than are kept here; of that size or more, with an unsafe whole. */
const LEAST = 1e-14
const MOST = 1e15

/** The largest rounding error of a distance in digits; a distance this close to a limit is not decided. */
const DOUBT = 1e-6

/**
 * Puts a number as it prints into `parts`: the decimal with the fewest digits that is nearer to it than to any other
 * double, and of those the nearest one. False for numbers up to 1e-14 or from 1e15 on (0 is fine), for powers of two, and
 * where the choice is too close; their texts must be asked. By the definition, in doubles: seventeen digits of the number
 * are an exact product of two doubles (Dekker 1971), for numbers below 1e-5 one of three that is close enough, and its
 * neighbours are up to eleven units of the last of them away, so that it prints with the nearest multiple of a hundred of
 * these units, else of ten, else of one. `low` may come out a little below zero, or a little above its eight digits;
 * {@link subtractParts} settles that.
 */
export function readPrintedDecimal(value: number, parts: DecimalParts): boolean {
  const size = Math.abs(value)
  const integerPart = Math.floor(size)
  const fraction = size - integerPart
  parts.negative = value < 0
  parts.whole = integerPart
  if (fraction === 0) {
    parts.high = 0
    parts.low = 0
    parts.scale = PART_DIGITS
    return size < MOST
  }
  if (!(size > LEAST && size < MOST)) return false
  DOUBLE[0] = size
  const upper = BITS[1]!
  if (BITS[0] === 0 && (upper & 0xfffff) === 0) return false
  const exponent = upper >>> 20
  const scale = SCALES[exponent]! - (size >= LIMITS[exponent]! ? 1 : 0)
  const first = Math.min(scale, EXACT_POWER)
  let units = fraction * POWERS[first]!
  let roundingError = productRest(fraction, first, units)
  if (scale > first) {
    const second = scale - first
    const all = units * POWERS[second]!
    roundingError = productRest(units, second, all) + roundingError * POWERS[second]!
    units = all
  }
  const high = Math.floor(units * (1 / PART))
  const low = units - high * PART + roundingError
  const digits = roundedDigits(low, HALF_GAPS[exponent]! * POWERS[scale]!)
  const missing = PART_DIGITS - scale
  parts.high = high
  parts.low = missing > 0 ? digits * POWERS[missing]! : digits
  parts.scale = missing > 0 ? PART_DIGITS : scale
  return !Number.isNaN(digits)
}

/** The bits of one double; its exponent is in the upper word. */
const DOUBLE = new Float64Array(1)
const BITS = new Uint32Array(DOUBLE.buffer)

/** By the exponent's bits: half the way to the next double; */
const HALF_GAPS = Float64Array.from({ length: 2047 }, (_, exponent) => 2 ** (exponent - 1076))
/** fractional digits with which the least number of that exponent has seventeen in all (the logarithm of 2 is 0.30103); */
const SCALES = Int8Array.from({ length: 2047 }, (_, exponent) =>
  Math.max(-99, Math.min(99, 16 - Math.floor((exponent - 1023) * 0.30103 + 1e-9))),
)
/** from where on they are one less. */
const LIMITS = Float64Array.from(SCALES, (scale) => Number(`1e${17 - scale}`))

/** The exact rest of a number times a power of ten beyond `units`, the rounded product (Dekker's product of halves). */
function productRest(factor: number, scale: number, units: number): number {
  const factorHigh = upperHalf(factor)
  const factorLow = factor - factorHigh
  const powerHigh = POWERS_HIGH[scale]!
  const powerLow = POWERS_LOW[scale]!
  const upper = factorHigh * powerHigh - units
  return upper + factorHigh * powerLow + factorLow * powerHigh + factorLow * powerLow
}

/** The upper 26 bits of a double's fraction (Veltkamp's splitting). */
function upperHalf(value: number): number {
  const shifted = value * (2 ** 27 + 1)
  return shifted - (shifted - value)
}

const POWERS_HIGH = POWERS.map(upperHalf)
const POWERS_LOW = POWERS.map((power, scale) => power - POWERS_HIGH[scale]!)

/** Digits rounded to the largest of the steps 100, 10 and 1 that stays within the gap; NaN where that is too close to tell. */
function roundedDigits(digits: number, gap: number): number {
  const hundreds = roundWhole(digits * 0.01) * 100
  const byHundreds = Math.abs(digits - hundreds)
  if (byHundreds < gap - DOUBT) return hundreds
  if (byHundreds < gap + DOUBT) return Number.NaN
  const tens = roundWhole(digits * 0.1) * 10
  const byTens = Math.abs(digits - tens)
  if (byTens > 5 - DOUBT) return Number.NaN
  if (byTens < gap - DOUBT) return tens
  if (byTens < gap + DOUBT) return Number.NaN
  const ones = roundWhole(digits)
  return Math.abs(digits - ones) > 0.5 - DOUBT ? Number.NaN : ones
}

/** Rounds a number below 2^51 by adding and subtracting 2^52; ties may go either way. */
function roundWhole(value: number): number {
  return value + ROUNDING - ROUNDING
}

const ROUNDING = 3 * 2 ** 51
