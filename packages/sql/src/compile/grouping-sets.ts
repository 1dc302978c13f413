import type { GroupKey } from '@tributary/attribution'

/** The groupings of a request as sets of key columns that they share. */
export interface GroupingSets {
  /** The distinct sets of key columns, each as ascending positions. */
  readonly sets: readonly (readonly number[])[]
  /** For each grouping of the request its set, and for each of its keys the position of its column. */
  readonly groupings: readonly { readonly set: number; readonly keys: readonly number[] }[]
}

/** Reduces groupings to distinct sets: in SQL the rows of two equal sets cannot be told apart. */
export function groupingSets(
  groupings: readonly (readonly GroupKey[])[],
  columnOf: (key: GroupKey) => number,
): GroupingSets {
  const sets: (readonly number[])[] = []
  const setIndexes = new Map<string, number>()
  const placed = groupings.map((grouping) => {
    const keys = grouping.map(columnOf)
    const columns = [...new Set(keys)].sort((a, b) => a - b)
    const identity = columns.join()
    const set = setIndexes.get(identity) ?? sets.push(columns) - 1
    setIndexes.set(identity, set)
    return { set, keys }
  })
  return { sets, groupings: placed }
}

/** The most key columns of one GROUPING(): engines give an integer with a bit for each. */
const MASK_WIDTH = 31

/** How many GROUPING() calls there are for so many keys. */
export function maskCount(keyCount: number): number {
  return Math.ceil(keyCount / MASK_WIDTH)
}

/** Splits the key columns into runs that are short enough for one GROUPING() each. */
export function maskRuns<T>(keys: readonly T[]): readonly (readonly T[])[] {
  const runs: T[][] = []
  for (let at = 0; at < keys.length; at += MASK_WIDTH) runs.push(keys.slice(at, at + MASK_WIDTH))
  return runs
}

/**
 * The results of the GROUPING() calls of {@link maskRuns} for a set, joined by commas. Each has a bit per key, the first
 * key being the highest; it is 1 when the key is not in the set.
 */
export function toGroupingMask(set: readonly number[], keyCount: number): string {
  const grouped = new Set(set)
  const masks = Array<bigint>(maskCount(keyCount)).fill(0n)
  for (let at = 0; at < keyCount; at++) {
    const run = Math.floor(at / MASK_WIDTH)
    masks[run] = masks[run]! * 2n + (grouped.has(at) ? 0n : 1n)
  }
  return masks.join()
}
