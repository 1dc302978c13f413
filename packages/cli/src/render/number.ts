/** Printed in place of a missing number. */
export const NO_NUMBER = '–'

/** A number of an answer: a JSON number, numeric text, or nothing. */
export type Numeric = number | string | null

/**
 * The number of fractional digits for a column of numbers: none when all are whole, else as many as give the largest
 * four significant digits, at least two and at most eight.
 */
export function fractionDigits(values: readonly Numeric[]): number {
  let largest = 0
  let whole = true
  for (const value of values) {
    const number = Number(value ?? 0)
    if (!Number.isFinite(number)) continue
    if (!Number.isInteger(number)) whole = false
    largest = Math.max(largest, Math.abs(number))
  }
  if (whole) return 0
  const digitsBeforePoint = Math.floor(Math.log10(largest)) + 1
  return Math.min(8, Math.max(2, 4 - digitsBeforePoint))
}

/** Formats a number like `1,234.5`, rounded half-even to `digits`. Whole numbers above 2^53 given as text keep every digit. */
export function formatQuantity(value: Numeric, digits: number): string {
  return format(value, digits, 'negative')
}

/** Like {@link formatQuantity}, with a sign unless the number rounds to zero: `+1.5`, `-0.2`, `0.0`. */
export function formatChange(value: Numeric, digits: number): string {
  return format(value, digits, 'exceptZero')
}

/** Formats a fraction as a signed percentage: 0.1411 as `+14.1 %`, and with a first significant digit: `-0.04 %`. */
export function formatPercent(fraction: Numeric): string {
  if (fraction === null) return NO_NUMBER
  const percent = Number(fraction) * 100
  const first = percent === 0 ? 0 : -Math.floor(Math.log10(Math.abs(percent)))
  const text = formatChange(percent, Math.min(6, Math.max(1, first)))
  return text === NO_NUMBER ? text : `${text} %`
}

/** Formats a number with all its digits, as JSON does, but without an exponent below 10^21. */
export function formatExact(value: Numeric): string {
  if (value === null) return NO_NUMBER
  if (typeof value === 'string') return value
  return /e/.test(String(value)) ? plain.format(value) : String(value)
}

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

function format(value: Numeric, digits: number, signDisplay: 'negative' | 'exceptZero'): string {
  if (value === null || !Number.isFinite(Number(value))) return NO_NUMBER
  return new Intl.NumberFormat('en-US', {
    signDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'halfEven',
  }).format(value as number | Intl.StringNumericLiteral)
}

/** Formats a duration: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function renderDuration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
