import { assertNever } from '@tributary/core'
import { addGrain, nextPeriod, truncate } from '../time/grains.ts'
import type { Interval } from '../time/interval-set.ts'
import { DAY } from '../values/value.ts'
import type { Period, PeriodCount } from './period.ts'

/** An interval with two ends, in microseconds since 1970-01-01. */
export interface BoundedInterval extends Interval {
  readonly from: bigint
  readonly to: bigint
}

/** The times that a period means for an anchor; both in microseconds since 1970-01-01, local time. */
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
    default:
      return assertNever(period)
  }
}

/** The stretch `count` periods away from the one that holds the anchor. */
function stretchOf(stretch: PeriodCount, anchor: bigint): BoundedInterval {
  const from = moved(startOf(anchor, stretch), stretch)
  return { from, to: moved(from, { ...stretch, count: 1 }) }
}

function moved(time: bigint, { count, grain, each }: PeriodCount): bigint {
  return addGrain(time, count * each, grain)
}

/** Several minutes or hours at a time are counted from midnight. */
function startOf(time: bigint, { grain, each }: PeriodCount): bigint {
  const start = truncate(time, grain)
  if (each === 1) return start
  const midnight = truncate(time, 'DAY')
  const length = BigInt(each) * (addGrain(0n, 1, grain) - 0n)
  return midnight + (((start - midnight) % DAY) / length) * length
}
