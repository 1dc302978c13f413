import { type Amounts, amountAt, differenceAt } from './amounts.ts'
import { exactRatio, ratioChange } from './quotient.ts'

/** The numerator and the denominator of groups, and of the total that their weights are shares of. */
export interface WeightedRates {
  readonly numerator: Amounts
  readonly denominator: Amounts
  readonly total: { readonly current: number; readonly compare: number }
}

/**
 * How much of a group's contribution to a quotient came from its own rate `r = N_i/D_i`, at its weight
 * `w = D_i/D`: `(r1 - r0) · w0·w1·ln(w1/w0)/(w1 - w0)`. On the straight path from the compare to the current
 * totals the contribution is `∫ w·r' dt + ∫ (r - R)·D_i'/D dt`, and this is the first integral; the second is what came
 * from the weight. Swapping the windows changes its sign. All of the contribution where the denominator of the group did
 * not change, nothing where its rate did not, or where it has no amount on a side. NaN where the rate has a pole on the
 * path: the denominator of the group changes its sign, or is zero on a side below a numerator that is not.
 */
export function rateContribution(groups: WeightedRates, row: number, contribution: number): number {
  const { numerator, denominator, total } = groups
  if (Number.isNaN(contribution)) return contribution
  if (differenceAt(denominator, row) === 0) return contribution
  const now = amountAt(denominator, 'current', row)
  const before = amountAt(denominator, 'compare', row)
  if (now === 0) return amountAt(numerator, 'current', row) === 0 ? 0 : Number.NaN
  if (before === 0) return amountAt(numerator, 'compare', row) === 0 ? 0 : Number.NaN
  const change = rateChange(groups, row)
  if (change === 0) return 0
  if (now > 0 !== before > 0) return Number.NaN
  return change * meanWeight(now / total.current, before / total.compare)
}

function rateChange({ numerator, denominator }: WeightedRates, row: number): number {
  const exact = exactRatio(numerator, denominator)
  if (exact !== null) return ratioChange(exact, row) ?? Number.NaN
  const rate = (window: 'current' | 'compare') =>
    amountAt(numerator, window, row) / amountAt(denominator, window, row)
  return rate('current') - rate('compare')
}

/** `a·b·ln(b/a)/(b - a)`, the inverse of the logarithmic mean of the inverses; of two numbers of the same sign. */
function meanWeight(a: number, b: number): number {
  const [less, more] = Math.abs(a) < Math.abs(b) ? [a, b] : [b, a]
  const growth = (more - less) / less
  return growth === 0 ? less : more * (Math.log1p(growth) / growth)
}
