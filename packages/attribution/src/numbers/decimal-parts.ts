/** A decimal in parts of eight digits: the whole, and three parts of the fraction, all not negative. */
export interface DecimalParts {
  negative: boolean
  /** At most 2^53. */
  whole: number
  first: number
  second: number
  third: number
}

/** The digits of a part of the fraction. */
export const PART = 1e8

/** A decimal without a value yet, to be filled again and again. */
export function decimalParts(): DecimalParts {
  return { negative: false, whole: 0, first: 0, second: 0, third: 0 }
}

/** Puts `a - b` into `out`, exact. */
export function subtractParts(a: DecimalParts, b: DecimalParts, out: DecimalParts): void {
  const [left, right] = [a.negative ? -1 : 1, b.negative ? -1 : 1]
  out.negative = false
  out.whole = left * a.whole - right * b.whole
  out.first = left * a.first - right * b.first
  out.second = left * a.second - right * b.second
  out.third = left * a.third - right * b.third
  carry(out)
  if (out.whole >= 0) return
  // A negative whole with positive parts behind it: the same turned round.
  out.negative = true
  out.whole = -out.whole
  out.first = -out.first
  out.second = -out.second
  out.third = -out.third
  carry(out)
}

/** Makes all parts of the fraction at least 0 and less than one of the part before. */
function carry(parts: DecimalParts): void {
  const third = Math.floor(parts.third / PART)
  parts.third -= third * PART
  const second = Math.floor((parts.second + third) / PART)
  parts.second += third - second * PART
  const first = Math.floor((parts.first + second) / PART)
  parts.first += second - first * PART
  parts.whole += first
}

/** The nearest double of parts, but for a rounding or two. */
export function partsToNumber({ negative, whole, first, second, third }: DecimalParts): number {
  const size = whole + (first + (second + third / PART) / PART) / PART
  return negative ? -size : size
}
