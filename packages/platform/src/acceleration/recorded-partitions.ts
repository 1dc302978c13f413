import { truncate } from '@tributary/expression'
import type { CountedPartition } from '@tributary/sql'
import type { ReplaceJob } from './material-tables.ts'
import { partitionValue } from './partition-range.ts'

/**
 * Of the partitions that were written those to be recorded: with rows, or as far as the data reaches. No question needs
 * one beyond, and a range that somebody took too wide would leave thousands of them.
 */
export function recordedPartitions(
  partitions: readonly CountedPartition[],
  { materialisation, frontier }: Pick<ReplaceJob, 'materialisation' | 'frontier'>,
): readonly CountedPartition[] {
  const { partition } = materialisation
  if (partition === null) return partitions
  if (frontier === null) return partitions.filter(({ rows }) => rows > 0)
  const first = partitionValue(truncate(frontier.first, partition.grain))
  const last = partitionValue(truncate(frontier.last, partition.grain))
  return partitions.filter(({ value, rows }) => rows > 0 || (value >= first && value <= last))
}
