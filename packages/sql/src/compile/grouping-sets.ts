import type { GroupKey } from '@tributary/attribution'

/** The groupings of a request over shared key columns. */
export interface GroupingSets {
  /** The different sets of key columns, by their positions in ascending order. */
  readonly sets: readonly (readonly number[])[]
  /** For each grouping of the request: its set, and the position of the column of each of its keys. */
  readonly groupings: readonly { readonly set: number; readonly keys: readonly number[] }[]
}

/** Brings groupings down to different sets: SQL cannot tell the rows of two equal sets apart. */
export function groupingSets(
  groupings: readonly (readonly GroupKey[])[],
  columnOf: (key: GroupKey) => number,
): GroupingSets {
  const sets: (readonly number[])[] = []
  const known = new Map<string, number>()
  const placed = groupings.map((grouping) => {
    const keys = grouping.map(columnOf)
    const columns = [...new Set(keys)].sort((a, b) => a - b)
    const identity = columns.join()
    const set = known.get(identity) ?? sets.push(columns) - 1
    known.set(identity, set)
    return { set, keys }
  })
  return { sets, groupings: placed }
}

/** How many key columns one GROUPING() takes: engines answer an integer with a bit for each. */
const MASK_WIDTH = 31

/** The key columns in runs short enough for GROUPING(). */
export function maskRuns<T>(keys: readonly T[]): readonly (readonly T[])[] {
  const runs: T[][] = []
  for (let at = 0; at < keys.length; at += MASK_WIDTH) runs.push(keys.slice(at, at + MASK_WIDTH))
  return runs
}

/**
 * What the GROUPING() calls of {@link maskRuns} answer for a set, joined by commas: a bit per key, the first key
 * the highest, set when the key is not in the set.
 */
export function maskOf(set: readonly number[], keyCount: number): string {
  const grouped = new Set(set)
  const positions = Array.from({ length: keyCount }, (_, position) => position)
  return maskRuns(positions)
    .map((run) => run.reduce((mask, at) => mask * 2n + (grouped.has(at) ? 0n : 1n), 0n))
    .join()
}
