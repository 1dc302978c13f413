import {
  type Fraction,
  fractionToNumber,
  greatestDivisor,
  subtractFractions,
} from '../numbers/fraction.ts'
import type { NumberColumn } from '../source.ts'
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
 * The ratio on each group in a window, divided once: equal fractions are equal numbers. NaN on a side without
 * rows and for a zero denominator.
 */
export function ratioValues(
  ratio: ExactRatio,
  window: 'current' | 'compare',
  present: Float64Array,
): Float64Array {
  const slow = (row: number): number => {
    const value = ratioAt(ratio, window, row)
    return value === null ? Number.NaN : fractionToNumber(value)
  }
  const above = ratio.numerator[window]
  const below = ratio.denominator[window]
  if (above.kind !== 'safe' || below.kind !== 'safe') {
    return present.map((count, row) => (count === 0 ? Number.NaN : slow(row)))
  }
  const { up, down } = wholeFactors(ratio, window)
  const values = new Float64Array(present.length)
  for (let row = 0; row < values.length; row++) {
    // Divided as whole doubles: one rounding, as the fraction's.
    const top = (above.units[row]! || 0) * up
    const bottom = (below.units[row]! || 0) * down
    const safe = Math.abs(top) <= MAX_SAFE && Math.abs(bottom) <= MAX_SAFE
    if (present[row] === 0 || bottom === 0) values[row] = Number.NaN
    else values[row] = safe ? top / bottom + 0 : slow(row)
  }
  return values
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER

/** By what the units of both sides are multiplied, so that nothing but they is left of the ratio. */
function wholeFactors(
  { numerator, denominator }: ExactRatio,
  window: 'current' | 'compare',
): { readonly up: number; readonly down: number } {
  const above = numerator.divisors[window] * 10n ** BigInt(scaleOf(numerator[window]))
  const below = denominator.divisors[window] * 10n ** BigInt(scaleOf(denominator[window]))
  const shared = greatestDivisor(above, below)
  return { up: Number(below / shared), down: Number(above / shared) }
}

function scaleOf(column: NumberColumn): number {
  return column.kind === 'double' ? 0 : column.scale
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
