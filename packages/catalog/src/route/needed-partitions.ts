import {
  addGrain,
  evaluate,
  findConditionIntervals,
  type Grain,
  type Interval,
  type TypedExpr,
  toText,
  truncate,
} from '@tributary/expression'
import { DAY } from '@tributary/expression/internal'
import { withPlaceholder } from './express.ts'

/** The first and last time of a table, in microseconds since 1970-01-01. */
export interface Frontier {
  readonly first: bigint
  readonly last: bigint
}

/** More partitions are counted only for a table that has more. */
const MOST_COUNTED = 10_000

/** A table, as far as {@link listNeededPartitions} looks at it. */
export interface PartitionedTable {
  readonly grain: Grain
  readonly frontier: Frontier | null
  /** How many partitions it has. */
  readonly partitionCount: number
}

/** Partitions by their first days, and whether these are all of them. */
export interface NeededPartitions {
  readonly days: readonly string[]
  readonly isComplete: boolean
}

/**
 * The partitions that the rows of stretches of time are in, as their first days (`2001-05-01`), in order: as far as the
 * data reaches, none without data. One row at the end of time needs millions of them, so counting ends when there are more than
 * the table has and more than 10,000: the table lacks some then.
 */
export function listNeededPartitions(
  stretches: readonly Interval[],
  { grain, frontier, partitionCount }: PartitionedTable,
): NeededPartitions {
  if (frontier === null) return { days: [], isComplete: true }
  const most = Math.max(MOST_COUNTED, partitionCount)
  const needed = new Set<bigint>()
  for (const { from, to } of stretches) {
    const first = from === null || from < frontier.first ? frontier.first : from
    const last = to === null || to > frontier.last ? frontier.last : to - 1n
    for (let start = truncate(first, grain); start <= last; start = addGrain(start, 1, grain)) {
      needed.add(start)
      if (needed.size > most) return { days: toFirstDays(needed), isComplete: false }
    }
  }
  return { days: toFirstDays(needed), isComplete: true }
}

function toFirstDays(starts: ReadonlySet<bigint>): readonly string[] {
  return Array.from(starts)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((start) => toText(Number(start / DAY), 'DATE')!)
}

/**
 * The stretches of time outside of which no row meets all of the conditions, in microseconds since 1970-01-01; those
 * conditions on anything but the time are ignored. Null when rows without a time may meet them. All in canonical
 * form.
 */
export function findTimeIntervals(
  conditions: readonly TypedExpr[],
  time: TypedExpr,
): readonly Interval[] | null {
  const onTime: TypedExpr[] = []
  let isPresent = false
  for (const condition of conditions) {
    const placed = withPlaceholder(condition, time)
    if (placed === null || findConditionIntervals(placed, () => true) === null) continue
    onTime.push(placed)
    isPresent ||= evaluate(placed, () => null) !== true
  }
  const [first, ...remainingConditions] = onTime
  if (first === undefined || !isPresent) return null
  if (remainingConditions.length === 0) return findConditionIntervals(first, () => true)
  return findConditionIntervals(
    { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: onTime },
    () => true,
  )
}
