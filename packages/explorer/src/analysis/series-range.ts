import { type Grain, parseTime, type TimeRange, truncate } from '@tributary/expression'
import type { Reach, Windows } from './why-question.ts'

/** The grain of a series and the time that it covers. */
export interface SeriesRange {
  readonly grain: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH'
  readonly range: Pick<TimeRange, 'from' | 'to'>
}

const HOUR = 3_600_000_000n
const DAY = 24n * HOUR
/** A line of more periods is too dense to read. */
const MOST_PERIODS = 200n

/**
 * The range of a series around two periods: both of them, and before the first as much time again as they take together,
 * as far as the data reaches. The grain is the finest that keeps the line readable.
 */
export function seriesRange({ current, compare }: Windows, reach: Reach): SeriesRange {
  const first = earlier(current.from, compare.from)
  const last = later(current.to, compare.to)
  const grain = grainFor(last - first)
  const begun = first - (last - first)
  const data = parseTime(reach.min ?? '') ?? begun
  const from = later(begun, earlier(data, first))
  return { grain, range: { from: truncate(from, resolveSeriesGrain(grain, reach)), to: last } }
}

/** The weeks of the workspace; the other grains are everywhere the same. */
function resolveSeriesGrain(
  grain: SeriesRange['grain'],
  { calendar: { weekStart } }: Reach,
): Grain {
  return grain === 'WEEK' && weekStart !== 'MONDAY' ? `WEEK(${weekStart})` : grain
}

function grainFor(length: bigint): SeriesRange['grain'] {
  if (length <= 4n * DAY) return 'HOUR'
  if (length <= (MOST_PERIODS / 2n) * DAY) return 'DAY'
  return length <= (MOST_PERIODS / 2n) * 7n * DAY ? 'WEEK' : 'MONTH'
}

function earlier(first: bigint, second: bigint): bigint {
  return first < second ? first : second
}

function later(first: bigint, second: bigint): bigint {
  return first > second ? first : second
}
