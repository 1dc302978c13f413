import { type Grain, type Interval, truncate } from '@tributary/expression'
import type { AggregateAnswer } from '../source.ts'

/** How many base periods a window has. */
export interface WindowPeriods {
  /** Calendar periods that the window touches and the data has reached. */
  readonly count: number
  /** Calendar periods that the window touches; null when it has no end or no beginning. */
  readonly asked: number | null
}

/** Counts the base periods of a window's intervals, clipped to the periods between the data's first and last time. */
export function windowPeriods(
  intervals: readonly Interval[],
  grain: Grain,
  frontier: NonNullable<AggregateAnswer['frontier']>,
): WindowPeriods {
  const first = periodNumber(frontier.first, grain)
  const last = periodNumber(frontier.last, grain)
  const bounded = intervals.every(({ from, to }) => from !== null && to !== null)
  return {
    count: countBetween(intervals, grain, first, last),
    asked: bounded ? countBetween(intervals, grain, -Infinity, Infinity) : null,
  }
}

function countBetween(
  intervals: readonly Interval[],
  grain: Grain,
  first: number,
  last: number,
): number {
  let count = 0
  // Two intervals may touch one period, which counts once.
  let next = first
  for (const { from, to } of intervals) {
    const start = Math.max(next, from === null ? first : periodNumber(from, grain))
    const end = Math.min(last, to === null ? last : periodNumber(to - 1n, grain))
    if (end < start) continue
    count += end - start + 1
    next = end + 1
  }
  return count
}

const FIXED_LENGTH: Partial<Record<Grain, bigint>> = {
  SECOND: 1_000_000n,
  MINUTE: 60_000_000n,
  HOUR: 3_600_000_000n,
  DAY: 86_400_000_000n,
  WEEK: 604_800_000_000n,
}

const MONTHS: Partial<Record<Grain, number>> = { QUARTER: 3, YEAR: 12 }

/** A number of the period that `time` is in; neighbours differ by one. */
function periodNumber(time: bigint, grain: Grain): number {
  const start = truncate(time, grain)
  const length = FIXED_LENGTH[grain]
  if (length !== undefined) return Number((start - truncate(0n, grain)) / length)
  const date = new Date(Number(start / 1000n))
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return Math.floor(month / (MONTHS[grain] ?? 1))
}
