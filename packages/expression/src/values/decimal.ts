/** An exact decimal number, `units / 10^scale`; `scale` is not negative. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** The most digits of a DECIMAL, those after the point included. */
export const MAX_DECIMAL_DIGITS = 38

/** Parses a decimal text with or without exponent, `-12.50` or `1e-7`. Throws a RangeError for any other text. */
export function parseDecimal(text: string): Decimal {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) throw new RangeError(`Expected a finite decimal number, found "${text}"`)
  const [, sign, integerPart, fraction = '', exponent = '0'] = match
  const digits = BigInt(`${integerPart}${fraction}`)
  const units = sign === '-' ? -digits : digits
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** The decimal of a finite double's shortest text, not of its exact binary value. */
export function numberToDecimal(value: number): Decimal {
  return parseDecimal(String(value))
}

/** `a + b`, exact. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** `a - b`, exact. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, negateDecimal(b))
}

/** `a * b`, exact. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** The remainder of `a / b` with the sign of `a`; null for a divisor of zero. */
export function remainderDecimals(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) % unitsAt(b, scale), scale }
}

/** The decimal with its sign changed. */
export function negateDecimal({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

/** Negative, zero or positive as `a` is less than, equal to or more than `b`; `1.50` and `1.5` are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [x, y] = [unitsAt(a, scale), unitsAt(b, scale)]
  if (x === y) return 0
  return x < y ? -1 : 1
}

/** The units of a decimal at another scale, which must not be smaller than its own. */
export function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return wanted === scale ? units : units * 10n ** BigInt(wanted - scale)
}

/** The decimal rounded to a scale, halves away from zero. */
export function rescaleDecimal(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { units: unitsAt(value, scale), scale }
  const divisor = 10n ** BigInt(value.scale - scale)
  const quotient = value.units / divisor
  const remainder = value.units % divisor
  const half = (remainder < 0n ? -remainder : remainder) * 2n >= divisor
  return { units: half ? quotient + (value.units < 0n ? -1n : 1n) : quotient, scale }
}

/** The double nearest to a decimal. */
export function decimalToNumber({ units, scale }: Decimal): number {
  return scale === 0 ? Number(units) : Number(`${units}e-${scale}`)
}

/** The text of a decimal without exponent, trailing zeros or `-0`. */
export function decimalText({ units, scale }: Decimal): string {
  const negative = units < 0n
  const digits = String(negative ? -units : units).padStart(scale + 1, '0')
  const point = digits.length - scale
  const fraction = digits.slice(point).replace(/0+$/, '')
  const text = fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`
  return negative ? `-${text}` : text
}
