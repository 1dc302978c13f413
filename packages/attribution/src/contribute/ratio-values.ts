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
  return Array.from(present, (count, row) => {
    const value = count === 0 ? null : ratioAt(ratio, window, row)
    return value === null ? null : fractionToNumber(value)
  })
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
