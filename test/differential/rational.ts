/** An exact number: a fraction in lowest terms over a positive denominator. */
export interface Rational {
  readonly n: bigint
  readonly d: bigint
}

/** The fraction `n / d`; throws when `d` is 0. */
export function rational(n: bigint, d = 1n): Rational {
  if (d === 0n) throw new RangeError('A fraction over 0')
  const shared = divisor(n < 0n ? -n : n, d < 0n ? -d : d)
  const sign = d < 0n ? -1n : 1n
  return { n: (sign * n) / shared, d: (sign * d) / shared }
}

function divisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}

export const ZERO: Rational = rational(0n)
export const ONE: Rational = rational(1n)

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.n * b.d + b.n * a.d, a.d * b.d)
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b))
export const multiply = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d)
export const divide = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n)
export const negate = ({ n, d }: Rational): Rational => ({ n: -n, d })
export const absolute = ({ n, d }: Rational): Rational => ({ n: n < 0n ? -n : n, d })
export const isZero = ({ n }: Rational): boolean => n === 0n
/** Below 0, 0 or above 0 as `a` is below, at or above `b`. */
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The sum of some numbers; 0 for none. */
export function sum(all: readonly Rational[]): Rational {
  return all.reduce(add, ZERO)
}

/** The number that a text in decimal notation says, with or without an exponent. */
export function fromText(text: string): Rational {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  if (whole === '') throw new RangeError(`Not a number: ${text}`)
  const power = Number(exponent) - fraction.length
  const units = BigInt(`${sign}${whole}${fraction}`)
  return power >= 0
    ? rational(units * 10n ** BigInt(power))
    : rational(units, 10n ** BigInt(-power))
}

const bits = new DataView(new ArrayBuffer(8))

/** The exact value of a finite double. */
export function fromDouble(value: number): Rational {
  bits.setFloat64(0, value)
  const all = bits.getBigUint64(0)
  const exponent = Number((all >> 52n) & 0x7ffn)
  const fraction = all & 0xfffffffffffffn
  const units = exponent === 0 ? fraction : fraction | (1n << 52n)
  const power = (exponent === 0 ? 1 : exponent) - 1075
  const signed = all >> 63n ? -units : units
  return power >= 0 ? rational(signed << BigInt(power)) : rational(signed, 1n << BigInt(-power))
}

/** The double that is nearest, of two equally near ones the even one; an infinity beyond the largest. */
export function toDouble({ n, d }: Rational): number {
  if (n < 0n) return -toDouble({ n: -n, d })
  if (n === 0n) return 0
  // Units of 2^power such that the quotient has 53 bits, or fewer at the least doubles.
  let power = Math.max(n.toString(2).length - d.toString(2).length - 53, -1074)
  let units = roundedQuotient(n, d, power)
  if (units >= 1n << 53n) {
    power += 1
    units = roundedQuotient(n, d, power)
  }
  // Both factors are doubles, and so is their product.
  return Number(units) * 2 ** power
}

function roundedQuotient(n: bigint, d: bigint, power: number): bigint {
  const [above, below] = power >= 0 ? [n, d << BigInt(power)] : [n << BigInt(-power), d]
  return halfEven(above, below)
}

/** `n / d` for n of 0 or more, rounded to a whole number, halves to the even one. */
function halfEven(n: bigint, d: bigint): bigint {
  const whole = n / d
  const rest = 2n * (n % d) - d
  return rest > 0n || (rest === 0n && whole % 2n === 1n) ? whole + 1n : whole
}

/** In plain notation with at most so many fractional digits, rounded half to even, zeros trimmed. */
export function toText({ n, d }: Rational, digits: number): string {
  const units = halfEven((n < 0n ? -n : n) * 10n ** BigInt(digits), d)
  const text = units.toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = digits === 0 ? '' : text.slice(-digits).replace(/0+$/, '')
  const sign = n < 0n && units !== 0n ? '-' : ''
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}
