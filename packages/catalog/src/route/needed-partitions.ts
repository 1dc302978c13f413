import { addGrain, type Grain, type Interval, toText, truncate } from '@tributary/expression'

/** The first and last time of a table, in microseconds since 1970-01-01. */
export interface Frontier {
  readonly first: bigint
  readonly last: bigint
}

const DAY = 86_400_000_000n

/**
 * The partitions that the rows of stretches of time are in, as their first days (`2001-05-01`), in order: as far as the
 * data reaches, none without data.
 */
export function neededPartitions(
  stretches: readonly Interval[],
  grain: Grain,
  frontier: Frontier | null,
): readonly string[] {
  if (frontier === null) return []
  const needed = new Set<bigint>()
  for (const { from, to } of stretches) {
    const first = from === null || from < frontier.first ? frontier.first : from
    const last = to === null || to > frontier.last ? frontier.last : to - 1n
    for (let start = truncate(first, grain); start <= last; start = addGrain(start, 1, grain)) {
      needed.add(start)
    }
  }
  return Array.from(needed)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((start) => toText(Number(start / DAY), 'DATE')!)
}
