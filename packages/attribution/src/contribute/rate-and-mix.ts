import { meanWeight } from '../numbers/mean-weight.ts'
import { type Amounts, amountColumn, differenceColumn } from './amounts.ts'
import { exactRatio, ratioChanges } from './quotient.ts'

/** The numerator and the denominator of groups, and of the total that their weights are shares of. */
export interface WeightedRates {
  readonly numerator: Amounts
  readonly denominator: Amounts
  readonly total: { readonly current: number; readonly compare: number }
}

/**
 * How much of each group's contribution to a quotient came from its own rate `r = N_i/D_i`, at its weight
 * `w = D_i/D`: `(r1 - r0) · w0·w1·ln(w1/w0)/(w1 - w0)`. On the straight path from the compare to the current
 * totals the contribution is `∫ w·r' dt + ∫ (r - R)·D_i'/D dt`, and this is the first integral; the second is what came
 * from the weight. Swapping the windows changes its sign. All of the contribution where the denominator of the group did
 * not change, nothing where its rate did not, or where it has no amount on a side. NaN where the rate has a pole on the
 * path: the denominator of the group changes its sign, or is zero on a side below a numerator that is not.
 */
export function rateContributions(
  groups: WeightedRates,
  contributions: Float64Array,
): Float64Array {
  const { denominator, total } = groups
  const columns: RateColumns = {
    above: toAmountSides(groups.numerator),
    below: toAmountSides(denominator),
    difference: differenceColumn(denominator),
    changes: rateChanges(groups),
  }
  return contributions.map((contribution, row) =>
    Number.isNaN(contribution)
      ? contribution
      : rateContribution(columns, row, { contribution, total }),
  )
}

/** Both amounts of every group. */
interface Sides {
  readonly current: Float64Array
  readonly compare: Float64Array
}

interface RateColumns {
  readonly above: Sides
  readonly below: Sides
  /** Of the denominators. */
  readonly difference: Float64Array
  /** Of the rates. */
  readonly changes: Float64Array
}

function toAmountSides(amounts: Amounts): Sides {
  return { current: amountColumn(amounts, 'current'), compare: amountColumn(amounts, 'compare') }
}

function rateContribution(
  { above, below, difference, changes }: RateColumns,
  row: number,
  { contribution, total }: Pick<WeightedRates, 'total'> & { readonly contribution: number },
): number {
  const now = below.current[row]!
  const before = below.compare[row]!
  if (now === 0 && above.current[row] !== 0) return Number.NaN
  if (before === 0 && above.compare[row] !== 0) return Number.NaN
  if (difference[row] === 0) return contribution
  if (now === 0 || before === 0) return 0
  const change = changes[row]!
  if (change === 0) return 0
  if (now > 0 !== before > 0) return Number.NaN
  return change * meanWeight(now / total.current, before / total.compare)
}

function rateChanges({ numerator, denominator }: WeightedRates): Float64Array {
  const exact = exactRatio(numerator, denominator)
  if (exact !== null) return ratioChanges(exact)
  const [above, below] = [toAmountSides(numerator), toAmountSides(denominator)]
  return above.current.map(
    (now, row) => now / below.current[row]! - above.compare[row]! / below.compare[row]!,
  )
}
