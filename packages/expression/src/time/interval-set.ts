/** The times from `from` up to, but not including, `to`, in microseconds since 1970-01-01. Null means unbounded. */
export interface Interval {
  readonly from: bigint | null
  readonly to: bigint | null
}

/** A set of times: sorted intervals that neither overlap nor touch. */
export type IntervalSet = readonly Interval[]

/** The empty set. */
export const NEVER: IntervalSet = []
/** The set of all times. */
export const ALWAYS: IntervalSet = [{ from: null, to: null }]

/** The set of one interval; empty when `from` is not before `to`. */
export function intervalFrom(from: bigint | null, to: bigint | null): IntervalSet {
  return from !== null && to !== null && from >= to ? NEVER : [{ from, to }]
}

/** The union of sets. */
export function union(sets: readonly IntervalSet[]): IntervalSet {
  const all = sets.flat().sort((a, b) => compareStarts(a.from, b.from))
  const merged: Interval[] = []
  for (const next of all) {
    const last = merged.at(-1)
    if (last === undefined || (last.to !== null && next.from !== null && next.from > last.to)) {
      merged.push(next)
    } else {
      merged[merged.length - 1] = { from: last.from, to: later(last.to, next.to) }
    }
  }
  return merged
}

/** The times that are not in a set. */
export function complement(set: IntervalSet): IntervalSet {
  const outside: Interval[] = []
  let from: bigint | null = null
  for (const [index, interval] of set.entries()) {
    if (interval.from !== null) outside.push({ from: index === 0 ? null : from, to: interval.from })
    if (interval.to === null) return outside
    from = interval.to
  }
  outside.push({ from, to: null })
  return outside
}

/** The intersection of sets. */
export function intersection(sets: readonly IntervalSet[]): IntervalSet {
  return complement(union(sets.map(complement)))
}

function compareStarts(a: bigint | null, b: bigint | null): number {
  if (a === b) return 0
  if (a === null) return -1
  return b === null || a > b ? 1 : -1
}

function later(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return null
  return a > b ? a : b
}
