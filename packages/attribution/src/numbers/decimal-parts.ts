/** A decimal in parts: a whole and `(high · 10^8 + low) / 10^scale`, less than one; no part is negative. */
export interface DecimalParts {
  negative: boolean
  /** At most 2^53. */
  whole: number
  /** The first `scale - 8` digits of the fraction, below 2^53. */
  high: number
  /** Its last eight digits. */
  low: number
  /** From 8 to {@link MAX_SCALE}. */
  scale: number
}

/** One more than eight digits hold. */
export const PART = 1e8

/** The digits of `low`. */
export const PART_DIGITS = 8

/** The most digits of a fraction. */
export const MAX_SCALE = 30

/** The powers of ten up to this one are exact doubles. */
export const EXACT_POWER = 22

/** Powers of ten. */
export const POWERS: Float64Array = Float64Array.from({ length: MAX_SCALE + 1 }, (_, scale) =>
  Number(`1e${scale}`),
)

const INVERSES = POWERS.map((power) => 1 / power)

/** Creates parts without a value, to be reused. */
export function decimalParts(): DecimalParts {
  // NaN, because fields that begin as small integers change their representation when they get
  // doubles.
  const none = Number.NaN
  return { negative: false, whole: none, high: none, low: none, scale: PART_DIGITS }
}

/** Puts `a - b` into `out`, exact where both have {@link hasSafeDigits | safe digits} in the larger scale; `less` is whether `a` is less than `b`. Digits of `low` may stand beside their eight places in `a` and `b`, which are changed. */
export function subtractParts(
  a: DecimalParts,
  b: DecimalParts,
  out: DecimalParts,
  less: boolean,
): void {
  if (a.scale < b.scale) raiseScale(a, b.scale)
  else if (b.scale < a.scale) raiseScale(b, a.scale)
  const left = a.negative === less ? 1 : -1
  const right = b.negative === less ? -1 : 1
  const integerPart = left * a.whole + right * b.whole
  const high = left * a.high + right * b.high
  const low = left * a.low + right * b.low
  // Half a unit keeps the products on the right side of a whole number.
  const lowCarry = Math.floor((low + 0.5) * (1 / PART))
  const fraction = high + lowCarry
  const digits = a.scale - PART_DIGITS
  const carry = Math.floor((fraction + 0.5) * INVERSES[digits]!)
  out.negative = less
  out.whole = integerPart + carry
  out.high = fraction - carry * POWERS[digits]!
  out.low = low - lowCarry * PART
  out.scale = a.scale
}

/** Whether fractions of numbers of this size have safe digits in parts of a scale. */
export function hasSafeDigits(size: number, scale: number): boolean {
  return scale <= SAFE_SCALE || size * POWERS[scale - PART_DIGITS]! < 2 ** 52
}

/** With so many digits every fraction has safe ones. */
const SAFE_SCALE = 23

/** Writes the fraction with more digits, all of them zero. */
function raiseScale(parts: DecimalParts, scale: number): void {
  let digits = scale - parts.scale
  parts.scale = scale
  if (digits >= PART_DIGITS) {
    parts.high = parts.high * PART + parts.low
    parts.low = 0
    digits -= PART_DIGITS
  }
  const factor = POWERS[digits]!
  parts.high *= factor
  parts.low *= factor
}

/** The double of parts, within three roundings of the nearest. */
export function partsToNumber({
  negative,
  whole: integerPart,
  high,
  low,
  scale,
}: DecimalParts): number {
  const size = integerPart + (high * PART + low) * INVERSES[scale]!
  return negative ? -size : size
}
