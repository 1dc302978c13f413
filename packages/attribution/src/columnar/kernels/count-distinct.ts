import type { CodeArray } from '../columns/code-array.ts'

/** What has been counted: per group how many different codes, and the code that it met last, plus one. */
export interface DistinctCounts {
  readonly counts: Uint32Array
  readonly stamps: Uint32Array
}

/** Counts of so many groups that have met no code. */
export function distinctCounts(size: number): DistinctCounts {
  return { counts: new Uint32Array(size), stamps: new Uint32Array(size) }
}

/**
 * Counts the different codes that the rows of every group have. Rows come ordered by code, so a group has met the
 * code at hand exactly when its stamp says so: no set of values is kept. Row `i` is in group `groups[i]`.
 */
export function countDistinct(
  groups: CodeArray,
  codes: Uint32Array,
  { counts, stamps }: DistinctCounts,
): void {
  for (let index = 0; index < codes.length; index++) {
    // One more than the code: 0 is the stamp of a group that has met none.
    const stamp = codes[index]! + 1
    const group = groups[index]!
    if (stamps[group] === stamp) continue
    stamps[group] = stamp
    counts[group]! += 1
  }
}
