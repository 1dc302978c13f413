import { assertNever } from '@tributary/core'
import { addGrain, nextPeriod, truncate } from '../time/grains.ts'
import type { Interval } from '../time/interval-set.ts'
import { resolveTimeRange } from '../time/time-range.ts'
import { grainOfWord, PLAIN_CALENDAR, type WorkCalendar } from '../time/work-calendar.ts'
import { DAY } from '../values/value.ts'
import type { Grain, GrainWord } from '../values/value-type.ts'
import type { Period, PeriodCount } from './parse-period.ts'
import type { PeriodOffset } from './period-offset.ts'

/** An interval with both ends, in microseconds since 1970-01-01. */
export interface BoundedInterval extends Interval {
  readonly from: bigint
  readonly to: bigint
}

/** The interval of a period for an anchor, both in microseconds since 1970-01-01, local time. */
export function periodInterval(
  period: Period,
  anchor: bigint,
  calendar: WorkCalendar = PLAIN_CALENDAR,
): BoundedInterval {
  const resolvePeriodCount = (count: PeriodCount): Count => ({
    ...count,
    grain: resolveGrainWord(count.grain, calendar),
  })
  switch (period.kind) {
    case 'toDate': {
      const last = findStretch(resolvePeriodCount(period.last), anchor)
      return { from: moveByCount(last.from, resolvePeriodCount(period.offset)), to: last.to }
    }
    case 'grainToDate': {
      const outerCount = resolvePeriodCount(period.within)
      const from = findStretchStart(moveByCount(anchor, outerCount), outerCount)
      return { from, to: findStretch(resolvePeriodCount(period.last), anchor).to }
    }
    case 'specifyDate': {
      const { part } = period
      const [grain, outerCount] = [
        resolveGrainWord(period.grain, calendar),
        resolvePeriodCount(period.within),
      ]
      const start = moveByCount(findStretchStart(anchor, outerCount), outerCount)
      const end = moveByCount(start, { ...outerCount, count: 1 })
      const from = truncate(part === 'start' ? start : end - 1n, grain)
      return { from, to: nextPeriod(from, grain) }
    }
    case 'relativeDate': {
      const periodCount = resolvePeriodCount(period.last)
      const last = findStretch(periodCount, anchor)
      const from = findStretchStart(
        moveByCount(last.from, resolvePeriodCount(period.offset)),
        periodCount,
      )
      return { from, to: moveByCount(from, { ...periodCount, count: 1 }) }
    }
    case 'range': {
      const { from, to } = resolveTimeRange(period.words, anchor)
      return from < to ? { from, to } : { from, to: from }
    }
    default:
      return assertNever(period)
  }
}

/** A number of periods whose grain is that of a calendar. */
interface Count extends Omit<PeriodCount, 'grain'> {
  readonly grain: Grain
}

function resolveGrainWord(word: GrainWord, calendar: WorkCalendar): Grain {
  const grain = grainOfWord(word, calendar)
  if (grain === null) throw new TypeError(`The calendar has no ${word}`)
  return grain
}

/** The period `count` periods away from the one that contains the anchor. */
function findStretch(stretch: Count, anchor: bigint): BoundedInterval {
  const from = moveByCount(findStretchStart(anchor, stretch), stretch)
  return { from, to: moveByCount(from, { ...stretch, count: 1 }) }
}

function moveByCount(time: bigint, { count, grain, each }: Count): bigint {
  return addGrain(time, count * each, grain)
}

/** The start of the period that contains a time. Several minutes or hours at a time are counted from midnight. */
function findStretchStart(time: bigint, { grain, each }: Count): bigint {
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
export function shiftInterval(
  interval: BoundedInterval,
  offset: PeriodOffset,
  calendar: WorkCalendar = PLAIN_CALENDAR,
): BoundedInterval {
  const { from, to } = interval
  const { count, part } = offset
  if (part === 'same') {
    return { from: addGrain(from, count, offset.grain), to: shiftedEnd(to, offset) }
  }
  const grain = resolveGrainWord(offset.grain, calendar)
  const period = addGrain(truncate(from, grain), count, grain)
  const day = part === 'start' ? period : truncate(nextPeriod(period, grain) - 1n, 'DAY')
  return { from: day, to: nextPeriod(day, 'DAY') }
}

function shiftedEnd(to: bigint, { count, grain }: PeriodOffset): bigint {
  if (truncate(to, 'MONTH') === to) return addGrain(to, count, grain)
  return addGrain(to - 1n, count, grain) + 1n
}
