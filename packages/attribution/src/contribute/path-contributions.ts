import { differenceColumn } from './amount-columns.ts'
import type { Amounts } from './amounts.ts'
import type { PathWeights } from './path-integral.ts'

/** The contribution of every group: the change of each leaf at its weight, summed; all NaN without weights. */
export function pathContributions(
  leaves: readonly Amounts[],
  rows: number,
  weights: PathWeights | null,
): Float64Array {
  const sums = new Float64Array(rows)
  if (weights === null) return sums.fill(Number.NaN)
  for (const [index, leaf] of leaves.entries()) {
    const weight = weights.values[index]!
    const changes = differenceColumn(leaf)
    for (let row = 0; row < rows; row++) {
      // Nothing times an infinite weight is nothing.
      if (changes[row] !== 0) sums[row]! += changes[row]! * weight
    }
  }
  for (let row = 0; row < rows; row++) {
    sums[row] = Number.isFinite(sums[row]) ? sums[row]! + 0 : Number.NaN
  }
  return sums
}
