import { type Grain, truncate } from '@tributary/expression'
import type { CountedPartition } from '@tributary/sql/internal'
import type { ReplaceJob } from './material-tables.ts'
import { partitionValue } from './partition-range.ts'

/**
 * Of the partitions that were written those to be recorded: with rows, or as far as the data reaches. No question needs
 * one beyond, and a range that somebody took too wide would leave thousands of them; but the last one tells when the
 * table was refreshed.
 */
export function recordedPartitions(
  partitions: readonly CountedPartition[],
  { materialisation, frontier }: Pick<ReplaceJob, 'materialisation' | 'frontier'>,
): readonly CountedPartition[] {
  const { partition } = materialisation
  if (partition === null) return partitions
  const reached = frontier === null ? null : reachOf(frontier, partition.grain)
  const newest = partitions.at(-1)
  return partitions.filter((one) => {
    const isReached = reached !== null && one.value >= reached.first && one.value <= reached.last
    return one.rows > 0 || isReached || one === newest
  })
}

/** The partitions of the first and of the last time. */
function reachOf(
  { first, last }: NonNullable<ReplaceJob['frontier']>,
  grain: Grain,
): { readonly first: string; readonly last: string } {
  const nameOf = (at: bigint): string => partitionValue(truncate(at, grain))
  return { first: nameOf(first), last: nameOf(last) }
}
