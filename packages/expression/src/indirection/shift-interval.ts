import { addGrain, nextPeriod, truncate } from '../time/grains.ts'
import type { BoundedInterval } from './period-interval.ts'
import type { PeriodOffset } from './period-offset.ts'

/**
 * The interval that an offset means for another one. `same` moves both ends: whole months stay whole
 * months, and otherwise the last day is moved as a day, so that 30 March a month before is 28 February.
 * `start` and `end` are a day: the first or last of the period, `count` periods away, that holds the interval's beginning.
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
