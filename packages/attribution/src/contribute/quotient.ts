import {
  type Fraction,
  fractionToNumber,
  greatestDivisor,
  subtractFractions,
} from '../numbers/fraction.ts'
import type { NumberColumn } from '../request/source.ts'
import { differenceColumn } from './amount-columns.ts'
import { type Amounts, amountAt, exactAmountAt } from './amounts.ts'

/** Totals of a ratio's numerator and denominator in both windows. */
export interface RatioTotals {
  readonly currentNumerator: number
  readonly compareNumerator: number
  readonly currentDenominator: number
  readonly compareDenominator: number
}

/**
 * What a change of the numerator and of the denominator is worth in units of the ratio: a group
 * contributes `numerator · ΔN - denominator · ΔD`.
 */
export interface RatioWeights {
  readonly numerator: number
  readonly denominator: number
}

/**
 * The Aumann–Shapley weights of a ratio N/D on the straight path from the compare to the current totals:
 * `∫ 1/D dt` and `∫ N/D² dt` over t from 0 to 1, in closed form. Contributions of groups that partition
 * the rows add up to the change of the ratio, and swapping the windows negates them. Null when D is zero
 * in a window or changes sign, for then the path meets a pole.
 */
export function ratioWeights(totals: RatioTotals): RatioWeights | null {
  const { compareDenominator, currentDenominator } = totals
  if (compareDenominator === 0) return null
  if (Math.sign(compareDenominator) !== Math.sign(currentDenominator)) return null
  const current = { n: totals.currentNumerator, d: currentDenominator }
  const compare = { n: totals.compareNumerator, d: compareDenominator }
  if (current.d === compare.d) {
    return { numerator: 1 / current.d, denominator: (current.n + compare.n) / 2 / current.d ** 2 }
  }
  // Both weights are the same for the way back; from the smaller denominator nothing cancels.
  const back = Math.abs(current.d) < Math.abs(compare.d)
  const [from, to] = back ? [current, compare] : [compare, current]
  // With D(t) = d·(1 + u·t):  ∫ 1/D = g/d,  ∫ 1/D² = 1/(d·D(1)),  ∫ t/D² = h/d².
  const { g, h } = pathIntegrals((to.d - from.d) / from.d, to.d / from.d)
  const slope = (((to.n - from.n) / from.d) * h) / from.d
  return { numerator: g / from.d, denominator: from.n / from.d / to.d + slope }
}

/** The contribution of every group to the change of the ratio, in the ratio's units; all NaN without weights. */
export function quotientContributions(
  numerator: Amounts,
  denominator: Amounts,
  weights: RatioWeights | null,
): Float64Array {
  const below = differenceColumn(denominator)
  if (weights === null) return below.fill(Number.NaN)
  const contributions = differenceColumn(numerator)
  for (let row = 0; row < contributions.length; row++) {
    const change = contributions[row]!
    const contribution = change * weights.numerator - below[row]! * weights.denominator
    contributions[row] = Number.isFinite(contribution) ? contribution + 0 : Number.NaN
  }
  return contributions
}

/** The totals of a ratio from its amounts over one overall row. */
export function ratioTotals(numerator: Amounts, denominator: Amounts): RatioTotals {
  return {
    currentNumerator: amountAt(numerator, 'current', 0),
    compareNumerator: amountAt(numerator, 'compare', 0),
    currentDenominator: amountAt(denominator, 'current', 0),
    compareDenominator: amountAt(denominator, 'compare', 0),
  }
}

/** Below this u the closed form of h loses digits and the series needs few terms. */
const SERIES_LIMIT = 0.1

/** `g = ∫ 1/(1+ut) dt` and `h = ∫ t/(1+ut)² dt` over t from 0 to 1, for u of 0 or more. Closure of contributions is `g - u·h = 1/(1+u)`. */
function pathIntegrals(u: number, ratio: number): { readonly g: number; readonly h: number } {
  if (u > SERIES_LIMIT) {
    const g = Math.log(ratio) / u
    return { g, h: (g - 1 / ratio) / u }
  }
  let h = 0
  let power = 1
  for (let k = 0; Math.abs(power) > 1e-18; k++) {
    h += (power * (k + 1)) / (k + 2)
    power *= -u
  }
  return { g: 1 / ratio + u * h, h }
}

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
 * The ratio of each group in a window, divided once, so that equal fractions give equal numbers.
 * NaN in a window without rows and for a zero denominator.
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
    // A division of whole doubles rounds once, as that of the fraction.
    const top = (above.units[row]! || 0) * up
    const bottom = (below.units[row]! || 0) * down
    const safe = Math.abs(top) <= MAX_SAFE && Math.abs(bottom) <= MAX_SAFE
    if (present[row] === 0 || bottom === 0) values[row] = Number.NaN
    else values[row] = safe ? top / bottom + 0 : slow(row)
  }
  return values
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER

/** The whole factors of the units of both sides of a ratio. */
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
