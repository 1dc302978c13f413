import type { CausesInput } from '@tributary/attribution'
import { total } from './cells.ts'

/** Of a quotient: views that the rate of the whole counts for, beside a leaf's own past. */
const PRIOR = 30

/**
 * What each leaf is expected to have: of a sum, its past in proportion to the whole; of a quotient, its denominator times its
 * past rate, which is drawn to that of the whole.
 */
export function expectLeaves({
  current,
  compare,
  currentDenominator,
  compareDenominator,
}: CausesInput): Float64Array {
  if (currentDenominator === undefined || compareDenominator === undefined) {
    const factor = total(current) / total(compare)
    return compare.map((value) => (Number.isFinite(factor) ? value * factor : value))
  }
  const rate = total(compare) / Math.max(1, total(compareDenominator))
  return currentDenominator.map(
    (views, leaf) =>
      (views * (compare[leaf]! + PRIOR * rate)) / (compareDenominator[leaf]! + PRIOR),
  )
}

/** The sums of a column by cell. */
export function sumByCell(column: Float64Array, cellOf: Uint32Array, cells: number): Float64Array {
  const sums = new Float64Array(cells)
  for (let leaf = 0; leaf < cellOf.length; leaf++) sums[cellOf[leaf]!]! += column[leaf]!
  return sums
}
