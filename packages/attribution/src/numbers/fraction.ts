import type { Decimal } from '@tributary/expression'

/** An exact fraction. */
export interface Fraction {
  readonly numerator: bigint
  /** Not zero. */
  readonly denominator: bigint
}

/** `a - b`, exact. */
export function subtractFractions(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

/** The nearest double, rounded once: equal fractions give equal numbers, whatever they are made of. */
export function fractionToNumber({ numerator, denominator }: Fraction): number {
  if (isSafe(numerator) && isSafe(denominator)) return Number(numerator) / Number(denominator) + 0
  const negative = numerator < 0n !== denominator < 0n
  const [n, d] = [magnitude(numerator), magnitude(denominator)]
  // A quotient of at least 64 bits; its last bit stands for all the digits that are cut off.
  const shift = Math.max(0, 64 + bitLength(d) - bitLength(n))
  const shifted = n << BigInt(shift)
  const quotient = (shifted / d) | (shifted % d === 0n ? 0n : 1n)
  const half = Math.floor(shift / 2)
  const value = Number(quotient) * 2 ** -half * 2 ** -(shift - half)
  return negative && value !== 0 ? -value : value
}

/** The decimal that equals a fraction; null where it has no end. */
export function fractionToDecimal({ numerator, denominator }: Fraction): Decimal | null {
  const sign = denominator < 0n ? -1n : 1n
  const shared = greatestDivisor(magnitude(denominator), magnitude(numerator))
  const below = magnitude(denominator) / shared
  const [oddPart, twos] = withoutFactor(below, 2n)
  const [remainingFactor, fives] = withoutFactor(oddPart, 5n)
  if (remainingFactor !== 1n) return null
  const scale = Math.max(twos, fives)
  return { units: ((sign * numerator) / shared) * (10n ** BigInt(scale) / below), scale }
}

/** A positive number without the factor, and how often it had it. */
function withoutFactor(value: bigint, factor: bigint): readonly [rest: bigint, count: number] {
  let [quotient, count] = [value, 0]
  for (; quotient % factor === 0n; quotient /= factor) count++
  return [quotient, count]
}

/** The largest number that divides both; of positive numbers. */
export function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b)
}

/** The least number that both divide; of positive numbers. */
export function commonDenominator(a: bigint, b: bigint): bigint {
  return (a / greatestDivisor(a, b)) * b
}

function isSafe(value: bigint): boolean {
  return value <= MAX_SAFE && value >= -MAX_SAFE
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

function bitLength(value: bigint): number {
  return value.toString(2).length
}
