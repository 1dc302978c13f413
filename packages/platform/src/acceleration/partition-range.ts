import { addGrain, type Grain, parseTime, toText, truncate } from '@tributary/expression'
import type { MomentRange } from '@tributary/sql/internal'

/** Partitions from one date to another, both included. */
export interface PartitionRange {
  readonly from: string
  readonly to: string
}

/** A range of whole partitions: its moments, and the name of each partition in order. */
export interface PartitionSpan {
  readonly moments: MomentRange
  readonly values: readonly string[]
}

const DAY = 86_400_000_000n

/** The partitions that a range touches: a date within a month means all of the month. */
export function partitionSpan({ from, to }: PartitionRange, grain: Grain): PartitionSpan {
  const first = truncate(momentOf(from), grain)
  const last = truncate(momentOf(to), grain)
  const values: string[] = []
  let at = first
  while (at <= last) {
    values.push(partitionValue(at))
    at = addGrain(at, 1, grain)
  }
  if (values.length === 0) throw new TypeError(`Expected a range of dates, found ${from} to ${to}`)
  return { moments: { from: first, to: at }, values }
}

/** The name of the partition that begins at a midnight: `YYYY-MM-DD`. */
export function partitionValue(moment: bigint): string {
  return toText(Number(moment / DAY), 'DATE')!
}

function momentOf(date: string): bigint {
  const moment = parseTime(date)
  if (moment === null) throw new TypeError(`Expected a date YYYY-MM-DD, found "${date}"`)
  return moment
}
