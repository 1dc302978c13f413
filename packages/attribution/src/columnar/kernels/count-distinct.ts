import type { CodeArray } from '../columns/code-array.ts'
import type { CodedRows } from './order-by-code.ts'

/**
 * How many different codes the rows of every group have. Rows come ordered by code, so a group has met the
 * code at hand exactly when its stamp says so: no set of values is kept. Row `i` is in group `groups[i]`.
 */
export function countDistinct(
  groups: Uint32Array,
  { codes }: CodedRows,
  size: number,
): Float64Array {
  const counts = new Float64Array(size)
  const stamps = new Uint32Array(size)
  for (let index = 0; index < codes.length; index++) {
    // One more than the code: 0 is the stamp of a group that has met none.
    const stamp = codes[index]! + 1
    const group = groups[index]!
    if (stamps[group] === stamp) continue
    stamps[group] = stamp
    counts[group]! += 1
  }
  return counts
}

/** The same where a row's group is looked up by its number: row `rows[i]` is in group `groups[rows[i]]`. */
export function countDistinctOf(
  groups: CodeArray,
  { rows, codes }: CodedRows,
  size: number,
): Float64Array {
  const counts = new Float64Array(size)
  const stamps = new Uint32Array(size)
  for (let index = 0; index < codes.length; index++) {
    const stamp = codes[index]! + 1
    const group = groups[rows[index]!]!
    if (stamps[group] === stamp) continue
    stamps[group] = stamp
    counts[group]! += 1
  }
  return counts
}
