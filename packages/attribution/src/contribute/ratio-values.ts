import { type Fraction, fractionToNumber, subtractFractions } from '../numbers/fraction.ts'
import { type Amounts, exactAmountAt } from './amounts.ts'

/** Both sides of a ratio, exact. */
export interface ExactRatio {
  readonly numerator: Amounts
  readonly denominator: Amounts
}

/** The ratio of amounts that are both exact; null when one is only known as a double. */
export function exactRatio(numerator: Amounts, denominator: Amounts): ExactRatio | null {
  const columns = [numerator.current, numerator.compare, denominator.current, denominator.compare]
  return columns.every(({ kind }) => kind !== 'double') ? { numerator, denominator } : null
}

/**
 * The ratio on each group in a window, divided once: equal fractions are equal numbers. Null on a side without
 * rows and for a zero denominator.
 */
export function ratioValues(
  ratio: ExactRatio,
  window: 'current' | 'compare',
  present: Float64Array,
): readonly (number | null)[] {
  const safe = safeRatio(ratio, window)
  return Array.from(present, (count, row) => {
    if (count === 0) return null
    const quick = safe?.(row)
    if (quick !== undefined) return quick
    const value = ratioAt(ratio, window, row)
    return value === null ? null : fractionToNumber(value)
  })
}

/**
 * The ratio of safe columns, divided as whole doubles: one rounding, as the fraction's. Undefined on a row whose products
 * are not safe, and in place of the function where the columns are not.
 */
function safeRatio(
  { numerator, denominator }: ExactRatio,
  window: 'current' | 'compare',
): ((row: number) => number | null | undefined) | undefined {
  const [above, below] = [numerator[window], denominator[window]]
  if (above.kind !== 'safe' || below.kind !== 'safe') return undefined
  const aboveParts = numerator.divisors[window] * 10n ** BigInt(above.scale)
  const belowParts = denominator.divisors[window] * 10n ** BigInt(below.scale)
  const shared = greatestDivisor(aboveParts, belowParts)
  const [up, down] = [Number(belowParts / shared), Number(aboveParts / shared)]
  return (row) => {
    const top = (above.units[row]! || 0) * up
    const bottom = (below.units[row]! || 0) * down
    if (bottom === 0) return null
    if (!Number.isSafeInteger(top) || !Number.isSafeInteger(bottom)) return undefined
    return top / bottom + 0
  }
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b)
}

/** The change of the ratio on a group, exact before it is a number; null when it is not defined on a side. */
export function ratioChange(ratio: ExactRatio, row: number): number | null {
  const current = ratioAt(ratio, 'current', row)
  const compare = ratioAt(ratio, 'compare', row)
  if (current === null || compare === null) return null
  return fractionToNumber(subtractFractions(current, compare))
}

function ratioAt(
  { numerator, denominator }: ExactRatio,
  window: 'current' | 'compare',
  row: number,
): Fraction | null {
  const above = exactAmountAt(numerator, window, row)
  const below = exactAmountAt(denominator, window, row)
  if (above === null || below === null || below.numerator === 0n) return null
  return {
    numerator: above.numerator * below.denominator,
    denominator: above.denominator * below.numerator,
  }
}
