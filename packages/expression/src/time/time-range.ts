import { assertNever } from '@tributary/core'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import {
  addGrain,
  compareGrains,
  FIRST_TIME,
  isOfMonths,
  nextPeriod,
  periodNumber,
  stepOf,
  truncate,
} from './grains.ts'
import type { RangeWords, SingleRange } from './range-words.ts'
import { startOfWeek, weekOf, weeksIn } from './weeks.ts'

/** A range of time at a given moment: an interval with both ends, and the unit in which it moves to another time. */
export interface TimeRange {
  /** The first moment, in microseconds since 1970-01-01, local time. */
  readonly from: bigint
  /** The first moment after the range. */
  readonly to: bigint
  /** MONTH for months, quarters and years, that of weeks for weeks; another grain moves by its length. */
  readonly unit: Grain
  /** For `mtd` and its like: the grain of the period that is not over. Else null. */
  readonly toDate: Grain | null
}

/** The range of words at a moment, `now`. Words with two ends may give a range that ends before it begins. */
export function timeRangeOf(words: RangeWords, now: bigint): TimeRange {
  if (words.kind !== 'fromTo') return singleRange(words, now)
  const [first, last] = [singleRange(words.first, now), singleRange(words.last, now)]
  return { from: first.from, to: last.to, unit: commonUnit(first, last), toDate: null }
}

function singleRange(words: SingleRange, now: bigint): TimeRange {
  switch (words.kind) {
    case 'calendar':
      return periods(words.from, nextPeriod(words.from, words.grain), words.grain)
    case 'recent': {
      const { grain, count, back } = words
      const last = addGrain(truncate(now, grain), -back, grain)
      return periods(addGrain(last, 1 - count, grain), nextPeriod(last, grain), grain)
    }
    case 'toDate': {
      const from = truncate(now, words.grain)
      return { from, to: nextPeriod(now, 'DAY'), unit: 'DAY', toDate: words.grain }
    }
    default:
      return assertNever(words)
  }
}

function periods(from: bigint, to: bigint, grain: Grain): TimeRange {
  return { from, to, unit: isOfMonths(grain) ? 'MONTH' : grain, toDate: null }
}

/** The unit of both ends when they have the same; days otherwise, or the shorter unit below a day. */
function commonUnit(first: TimeRange, last: TimeRange): Grain {
  if (first.toDate === null && last.toDate === null && first.unit === last.unit) return first.unit
  return [first.unit, last.unit, 'DAY' as const].toSorted(compareGrains)[0]!
}

/**
 * The range before a range. Months, quarters and years: as many months before it. A range to date: the same days of the
 * period before. Any other: the same length before it.
 */
export function previousRange(range: TimeRange): TimeRange {
  const { from, to, unit, toDate } = range
  if (toDate !== null) {
    return { ...range, from: addGrain(from, -1, toDate), to: movedLast(to, toDate) }
  }
  if (unit !== 'MONTH') return { ...range, from: from - (to - from), to: from }
  const months = periodNumber(to, 'MONTH') - periodNumber(from, 'MONTH')
  return { ...range, from: addGrain(from, -months, 'MONTH'), to: from }
}

/**
 * The range a year before a range. Weeks: from the week of the same number, as long. Any other: the same dates; 28 February
 * for 29 February.
 */
export function yearBeforeRange(range: TimeRange): TimeRange {
  const { from, to, unit, toDate } = range
  const weeks = [unit, toDate].find((grain) => grain !== null && stepOf(grain) === 'WEEK')
  if (weeks != null) {
    const start = weekYearBefore(from, weeks)
    return { ...range, from: start, to: start + (to - from) }
  }
  const start = addGrain(from, -1, 'YEAR')
  return {
    ...range,
    from: start,
    to: unit === 'MONTH' ? addGrain(to, -1, 'YEAR') : movedLast(to, 'YEAR'),
  }
}

/** The end of a range after its last moment is moved back by a period: the end of 31 March becomes that of 28 February. */
function movedLast(to: bigint, grain: Grain): bigint {
  return addGrain(to - 1n, -1, grain) + 1n
}

/** The start of the week of the same number in the year before; of its last week when it has no such week. */
function weekYearBefore(start: bigint, grain: Grain): bigint {
  const { year, week } = weekOf(start, grain)
  if (year === 1) return addGrain(start, -52, grain)
  return startOfWeek({ year: year - 1, week: Math.min(week, weeksIn(year - 1, grain)) }, grain)
}

/** Whether the times of a range have years from 0001 to 9999, which can be written. */
export function isWritable({ from, to }: TimeRange): boolean {
  return from >= FIRST_TIME && to <= END_OF_TIME
}

/** The first moment after the year 9999. */
export const END_OF_TIME: bigint = 2_932_897n * DAY
