import { type Amounts, differenceAt } from './amounts.ts'
import type { PathWeights } from './path-integral.ts'

/** The contribution of every group: the change of each leaf at its weight, summed; all null without weights. */
export function pathContributions(
  leaves: readonly Amounts[],
  rows: number,
  weights: PathWeights | null,
): readonly (number | null)[] {
  return Array.from({ length: rows }, (_, row) => {
    if (weights === null) return null
    return leaves.reduce((sum, leaf, index) => {
      const change = differenceAt(leaf, row)
      return change === 0 ? sum : sum + change * weights.values[index]!
    }, 0)
  })
}
