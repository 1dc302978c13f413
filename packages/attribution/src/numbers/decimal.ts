/** An exact decimal: `units / 10^scale`, scale not below zero. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** The decimal that a finite number prints as: its shortest text, not its binary value. */
export function decimalOf(value: number): Decimal {
  return parseDecimal(String(value))
}

/** The decimal of a plain or exponent text, `-12.50` or `1e-7`. Throws a RangeError on anything else. */
export function parseDecimal(text: string): Decimal {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) throw new RangeError(`Expected a finite decimal number, found "${text}"`)
  const [, sign, whole, fraction = '', exponent = '0'] = match
  const digits = BigInt(`${whole}${fraction}`)
  const units = sign === '-' ? -digits : digits
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** `a + b`, exact. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** `a - b`, exact. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, { units: -b.units, scale: b.scale })
}

/** `a * b`, exact. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** The units of a decimal at a scale that is not below its own. */
export function unitsAt(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale)
}

/** The nearest double. */
export function decimalToNumber(value: Decimal): number {
  return value.scale === 0 ? Number(value.units) : Number(`${value.units}e-${value.scale}`)
}

/** Plain notation without exponent: trailing zeros trimmed, no `-0`. */
export function decimalText(value: Decimal): string {
  const negative = value.units < 0n
  const digits = String(negative ? -value.units : value.units).padStart(value.scale + 1, '0')
  const point = digits.length - value.scale
  const fraction = digits.slice(point).replace(/0+$/, '')
  const text = fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`
  return negative ? `-${text}` : text
}

/** The plain decimal text of a finite number. */
export function plainText(value: number): string {
  return decimalText(decimalOf(value))
}
