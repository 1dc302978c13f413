import type { ArithmeticOperator } from '../ast/arithmetic.ts'

interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** The exact result of an operator on two plain decimal texts; null for a zero divisor. */
export function computeDecimals(
  op: Exclude<ArithmeticOperator, '/'>,
  left: string,
  right: string,
): string | null {
  const [a, b] = [decimalOf(left), decimalOf(right)]
  if (op === '*') return decimalText({ units: a.units * b.units, scale: a.scale + b.scale })
  const scale = Math.max(a.scale, b.scale)
  const [x, y] = [unitsAt(a, scale), unitsAt(b, scale)]
  if (op === '%') return y === 0n ? null : decimalText({ units: x % y, scale })
  return decimalText({ units: op === '+' ? x + y : x - y, scale })
}

/** A plain decimal text with its sign changed. */
export function negatedDecimal(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}

function decimalOf(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale)
}

function decimalText({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const at = digits.length - scale
  const sign = units < 0n ? '-' : ''
  return `${sign}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ''}`
}
