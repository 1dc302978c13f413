import { assertNever } from '@tributary/core'
import { addGrain, nextPeriod, truncate } from '../time/grains.ts'
import type { Interval } from '../time/interval-set.ts'
import { timeRangeOf } from '../time/time-range.ts'
import { DAY } from '../values/value.ts'
import type { Period, PeriodCount } from './parse-period.ts'
import type { PeriodOffset } from './period-offset.ts'

/** An interval with both ends, in microseconds since 1970-01-01. */
export interface BoundedInterval extends Interval {
  readonly from: bigint
  readonly to: bigint
}

/** The interval of a period for an anchor, both in microseconds since 1970-01-01, local time. */
export function periodInterval(period: Period, anchor: bigint): BoundedInterval {
  switch (period.kind) {
    case 'toDate': {
      const last = stretchOf(period.last, anchor)
      return { from: moved(last.from, period.offset), to: last.to }
    }
    case 'grainToDate': {
      const from = startOf(moved(anchor, period.within), period.within)
      return { from, to: stretchOf(period.last, anchor).to }
    }
    case 'specifyDate': {
      const { grain, part, within } = period
      const start = moved(startOf(anchor, within), within)
      const end = moved(start, { ...within, count: 1 })
      const from = truncate(part === 'start' ? start : end - 1n, grain)
      return { from, to: nextPeriod(from, grain) }
    }
    case 'relativeDate': {
      const last = stretchOf(period.last, anchor)
      const from = startOf(moved(last.from, period.offset), period.last)
      return { from, to: moved(from, { ...period.last, count: 1 }) }
    }
    case 'range': {
      const { from, to } = timeRangeOf(period.words, anchor)
      return from < to ? { from, to } : { from, to: from }
    }
    default:
      return assertNever(period)
  }
}

/** The period `count` periods away from the one that contains the anchor. */
function stretchOf(stretch: PeriodCount, anchor: bigint): BoundedInterval {
  const from = moved(startOf(anchor, stretch), stretch)
  return { from, to: moved(from, { ...stretch, count: 1 }) }
}

function moved(time: bigint, { count, grain, each }: PeriodCount): bigint {
  return addGrain(time, count * each, grain)
}

/** The start of the period that contains a time. Several minutes or hours at a time are counted from midnight. */
function startOf(time: bigint, { grain, each }: PeriodCount): bigint {
  const start = truncate(time, grain)
  if (each === 1) return start
  const midnight = truncate(time, 'DAY')
  const length = BigInt(each) * (addGrain(0n, 1, grain) - 0n)
  return midnight + (((start - midnight) % DAY) / length) * length
}

/**
 * Moves an interval by an offset. `same` moves both ends: an interval that ends with a month still does so;
 * otherwise its last day is moved as a day, so that one month before 30 March is 28 February. `start` and
 * `end` give one day: the first or last day of the period that is `count` periods away from the start of the
 * interval.
 */
export function shiftInterval(interval: BoundedInterval, offset: PeriodOffset): BoundedInterval {
  const { from, to } = interval
  const { count, grain, part } = offset
  if (part === 'same') {
    return { from: addGrain(from, count, grain), to: shiftedEnd(to, offset) }
  }
  const period = addGrain(truncate(from, grain), count, grain)
  const day = part === 'start' ? period : truncate(nextPeriod(period, grain) - 1n, 'DAY')
  return { from: day, to: nextPeriod(day, 'DAY') }
}

function shiftedEnd(to: bigint, { count, grain }: PeriodOffset): bigint {
  if (truncate(to, 'MONTH') === to) return addGrain(to, count, grain)
  return addGrain(to - 1n, count, grain) + 1n
}
