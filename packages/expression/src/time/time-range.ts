import { assertNever } from '@tributary/core'
import { dateText } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import { listedPeriods } from './custom-grain.ts'
import {
  addGrain,
  compareGrains,
  FIRST_TIME,
  isCustomGrain,
  isOfMonths,
  nextPeriod,
  periodNumber,
  toPlainGrain,
  truncate,
  wordOfGrain,
} from './grains.ts'
import type { RangeWords, SingleRange } from './range-words.ts'
import { startOfWeek, toWeekOfYear, weeksIn } from './weeks.ts'

/** A range of time at a given moment: an interval with both ends, and the unit in which it moves to another time. */
export interface TimeRange {
  /** The first moment, in microseconds since 1970-01-01, local time. */
  readonly from: bigint
  /** The first moment after the range. */
  readonly to: bigint
  /** MONTH for months, quarters and years; that of weeks or of a custom calendar; another grain moves by its length. */
  readonly unit: Grain
  /** For `mtd` and its like: the grain of the period that is not over. Else null. */
  readonly toDate: Grain | null
  /** The grain of whole periods that have names of their own: fiscal years, custom calendars. Absent for any other. */
  readonly named?: Grain
}

/** The range of words at a moment, `now`. Words with two ends may give a range that ends before it begins. */
export function resolveTimeRange(words: RangeWords, now: bigint): TimeRange {
  if (words.kind !== 'fromTo') return singleRange(words, now)
  const [first, last] = [singleRange(words.first, now), singleRange(words.last, now)]
  const named = first.named === last.named ? first.named : undefined
  const unit = commonUnit(first, last)
  return { from: first.from, to: last.to, unit, toDate: null, ...(named && { named }) }
}

function singleRange(words: SingleRange, now: bigint): TimeRange {
  switch (words.kind) {
    case 'calendar':
      return periods(words.from, nextPeriod(words.from, words.grain), words.grain)
    case 'recent': {
      const { grain, count, back } = words
      const present = truncate(now, grain)
      // A list that is over has no last period that anybody means.
      if (isOutsideOfList(now, grain)) return periods(present, nextPeriod(now, grain), grain)
      const last = addGrain(present, -back, grain)
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
  const isNamed = isCustomGrain(grain) || wordOfGrain(grain).startsWith('FISCAL')
  const unit = isOfMonths(grain) ? 'MONTH' : grain
  return { from, to, unit, toDate: null, ...(isNamed && { named: grain }) }
}

function isOutsideOfList(time: bigint, grain: Grain): boolean {
  const list = listedPeriods(grain)
  const number = list === null ? null : periodNumber(time, grain)
  return list !== null && (number! < 0 || number! >= list.starts.length)
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
  if (isCustomGrain(unit)) {
    return {
      ...range,
      from: addGrain(from, periodNumber(from, unit) - periodNumber(to, unit), unit),
      to: from,
    }
  }
  if (unit !== 'MONTH') return { ...range, from: from - (to - from), to: from }
  const months = periodNumber(to, 'MONTH') - periodNumber(from, 'MONTH')
  return { ...range, from: addGrain(from, -months, 'MONTH'), to: from }
}

/** So many ranges before a range, each the range before the next one, as one range. */
export function previousRanges(range: TimeRange, count: number): TimeRange {
  let first = range
  for (let step = 0; step < count; step++) first = previousRange({ ...first, toDate: null })
  return { ...first, to: range.from }
}

/**
 * The range a year before a range. Weeks: from the week of the same number, as long. Any other: the same dates; 28 February
 * for 29 February.
 */
export function yearBeforeRange(range: TimeRange): TimeRange {
  const { from, to, unit, toDate } = range
  const listed = [unit, toDate].find((grain) => grain !== null && isCustomGrain(grain))
  if (listed != null) return listedYearBefore(range, listed)
  const weeks = [unit, toDate].find((grain) => grain !== null && isOfWeeks(grain))
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

/**
 * As many periods from the one that holds the moment a year before the middle of the first: it is the nearest, and the same
 * one of its year unless the year before has other periods. To date, as many days of that period.
 */
function listedYearBefore(range: TimeRange, grain: Grain): TimeRange {
  const first = truncate(range.from, grain)
  const middle = first + (nextPeriod(first, grain) - first) / 2n
  const from = truncate(addGrain(middle, -1, 'YEAR'), grain)
  if (range.toDate !== null) {
    const end = nextPeriod(from, grain)
    const isWithin = from + (range.to - range.from) < end
    return { ...range, from, to: isWithin ? from + (range.to - range.from) : end }
  }
  const count = periodNumber(range.to, grain) - periodNumber(range.from, grain)
  return { ...range, from, to: addGrain(from, count, grain) }
}

/**
 * The days so far of one period that has begun and is not over on the day of the moment; null for any other range. Days
 * and shorter periods have no part that is compared.
 */
export function rangeToDate(range: TimeRange, now: bigint): TimeRange | null {
  const to = nextPeriod(now, 'DAY')
  if (range.toDate !== null || range.from > now || to >= range.to) return null
  const grain = [range.named, range.unit, 'QUARTER' as const, 'YEAR' as const].find(
    (candidate) =>
      candidate !== undefined &&
      truncate(range.from, candidate) === range.from &&
      nextPeriod(range.from, candidate) === range.to,
  )
  if (grain === undefined || compareGrains(grain, 'DAY') <= 0) return null
  return { from: range.from, to, unit: 'DAY', toDate: grain }
}

function isOfWeeks(grain: Grain): boolean {
  return !isCustomGrain(grain) && toPlainGrain(grain) === 'WEEK'
}

/** The end of a range after its last moment is moved back by a period: the end of 31 March becomes that of 28 February. */
function movedLast(to: bigint, grain: Grain): bigint {
  return addGrain(to - 1n, -1, grain) + 1n
}

/** The start of the week of the same number in the year before; of its last week when it has no such week. */
function weekYearBefore(start: bigint, grain: Grain): bigint {
  const { year, week } = toWeekOfYear(start, grain)
  if (year === 1) return addGrain(start, -52, grain)
  return startOfWeek({ year: year - 1, week: Math.min(week, weeksIn(year - 1, grain)) }, grain)
}

/** Whether the times of a range have years from 0001 to 9999, which can be written. */
export function isWritable({ from, to }: TimeRange): boolean {
  return from >= FIRST_TIME && to <= END_OF_TIME
}

/** Why a range is not within the periods of its custom calendar; null when it is, or has none. */
export function outsideOfList({ from, to, unit, toDate }: TimeRange): string | null {
  const grain = [unit, toDate].find((candidate) => candidate !== null && isCustomGrain(candidate))
  const periods = grain == null ? null : listedPeriods(grain)
  if (periods === null || periods.starts.length === 0) return null
  const [first, end] = [BigInt(periods.starts[0]!) * DAY, BigInt(periods.end) * DAY]
  if (from >= first && to <= end) return null
  const last = dateText(periods.end - 1)
  return `the calendar of ${wordOfGrain(grain!)} goes from ${dateText(periods.starts[0]!)} to ${last}, and this is not within it; add periods to it, or write dates`
}

/** The first moment after the year 9999. */
export const END_OF_TIME: bigint = 2_932_897n * DAY
