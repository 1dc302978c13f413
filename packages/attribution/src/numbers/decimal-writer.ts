import { type DecimalParts, PART, PART_DIGITS } from './decimal-parts.ts'

/** Bytes that a decimal takes at most: a sign, 16 digits, a point and 30 digits, and what is written behind them before it is cut. */
export const LONGEST_DECIMAL = 56

/** Writes a decimal in plain notation from a place on, trailing zeros trimmed, without `-0`; gives the place behind it. */
export function writeDecimal(bytes: DataView, begin: number, parts: DecimalParts): number {
  const { whole: integerPart, high, low, scale } = parts
  const fraction = high !== 0 || low !== 0
  let at = begin
  if (parts.negative && (fraction || integerPart !== 0)) bytes.setUint8(at++, MINUS)
  at = writeWhole(bytes, at, integerPart)
  if (!fraction) return at
  bytes.setUint8(at++, POINT)
  if (scale > PART_DIGITS) at = writeHigh(bytes, at, high, scale - PART_DIGITS)
  const last = low | 0
  writeEight(bytes, at, last)
  at += PART_DIGITS
  if (last !== 0) return at - zerosBehind(last)
  at -= PART_DIGITS
  while (bytes.getUint8(at - 1) === ZERO) at--
  return at
}

/** The same for a number in units of the fourth fractional digit, of at most 1e15 of them. */
export function writeUnits(bytes: DataView, begin: number, units: number): number {
  const size = Math.abs(units)
  let at = begin
  if (units < 0) bytes.setUint8(at++, MINUS)
  const integerPart = size < INT_LIMIT ? ((size | 0) / FOURS) | 0 : Math.floor(size / FOURS)
  at = writeWhole(bytes, at, integerPart)
  const fraction = (size - integerPart * FOURS) | 0
  if (fraction === 0) return at
  bytes.setUint8(at, POINT)
  bytes.setUint32(at + 1, FOUR_DIGITS[fraction]!, true)
  return at + 5 - ZEROS_BEHIND[fraction]!
}

/** The same for a rate in units of its tenth and last fractional digit, of at most 1e14 of them. */
export function writeRate(bytes: DataView, begin: number, units: number): number {
  const size = Math.abs(units)
  let at = begin
  if (units < 0) bytes.setUint8(at++, MINUS)
  const hundredths = Math.floor(size / PART) | 0
  const low = (size - hundredths * PART) | 0
  const integerPart = (hundredths / 100) | 0
  const high = (hundredths - integerPart * 100) | 0
  at = writeInteger(bytes, at, integerPart)
  if (high === 0 && low === 0) return at
  bytes.setUint8(at, POINT)
  bytes.setUint16(at + 1, FOUR_DIGITS[high]! >>> 16, true)
  if (low === 0) return at + 3 - (high % 10 === 0 ? 1 : 0)
  writeEight(bytes, at + 3, low)
  return at + 3 + PART_DIGITS - zerosBehind(low)
}

/** Integers below this are computed as such. */
const INT_LIMIT = 2 ** 31

const ZERO = 48
const POINT = 46
const MINUS = 45

/** Without leading zeros. */
function writeWhole(bytes: DataView, at: number, integerPart: number): number {
  if (integerPart < PART) return writeInteger(bytes, at, integerPart | 0)
  const high = Math.floor(integerPart / PART)
  const next = writeWhole(bytes, at, high)
  writeEight(bytes, next, (integerPart - high * PART) | 0)
  return next + PART_DIGITS
}

/** An integer of up to eight digits, without leading zeros. */
function writeInteger(bytes: DataView, at: number, value: number): number {
  if (value >= FOURS) {
    const high = (value / FOURS) | 0
    const next = writeInteger(bytes, at, high)
    bytes.setUint32(next, FOUR_DIGITS[(value - high * FOURS) | 0]!, true)
    return next + 4
  }
  const digits = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4
  // The leading zeros are the lower bytes.
  bytes.setUint32(at, FOUR_DIGITS[value]! >>> (32 - 8 * digits), true)
  return at + digits
}

/** So many digits, leading zeros among them; up to 22. Writes further than it says. */
function writeHigh(bytes: DataView, at: number, high: number, digits: number): number {
  if (digits <= PART_DIGITS) {
    writeEight(bytes, at, (high | 0) * FACTORS[PART_DIGITS - digits]!)
    return at + digits
  }
  const top = Math.floor(high / PART)
  const remainder = (high - top * PART) | 0
  writeEight(bytes, writeHigh(bytes, at, top, digits - PART_DIGITS), remainder)
  return at + digits
}

/** Eight digits, in integers, since dividing doubles takes several times as long. */
function writeEight(bytes: DataView, at: number, value: number): void {
  const high = (value / FOURS) | 0
  bytes.setUint32(at, FOUR_DIGITS[high]!, true)
  bytes.setUint32(at + 4, FOUR_DIGITS[(value - high * FOURS) | 0]!, true)
}

/** How many of eight digits are zeros at the end; not all of them are. */
function zerosBehind(value: number): number {
  const high = (value / FOURS) | 0
  const low = (value - high * FOURS) | 0
  return low === 0 ? 4 + ZEROS_BEHIND[high]! : ZEROS_BEHIND[low]!
}

/** One more than four digits hold. */
const FOURS = 10_000

/** The digits of every number of four, the first in the lowest byte. */
const FOUR_DIGITS = new Uint32Array(FOURS)
/** How many zeros every number of four digits ends with. */
const ZEROS_BEHIND = new Uint8Array(FOURS)
for (let value = 0; value < FOURS; value++) {
  const [a, b, c, d] = [
    (value / 1000) | 0,
    ((value / 100) | 0) % 10,
    ((value / 10) | 0) % 10,
    value % 10,
  ]
  FOUR_DIGITS[value] = 0x30303030 + a + (b << 8) + (c << 16) + (d << 24)
  ZEROS_BEHIND[value] = d !== 0 ? 0 : c !== 0 ? 1 : b !== 0 ? 2 : a !== 0 ? 3 : 4
}

const FACTORS = Int32Array.from({ length: PART_DIGITS }, (_, digits) => 10 ** digits)
