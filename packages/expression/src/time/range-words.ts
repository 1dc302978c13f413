import type { Grain } from '../values/value-type.ts'
import { grainNamed } from './grains.ts'
import { readWeek } from './iso-weeks.ts'
import { momentOf, type TimeReading } from './parse-time.ts'

/** A range of time as it was written; words such as `last-month` have no interval until a moment is given. */
export type RangeWords = SingleRange | FromTo

/** A range that is not written with two ends. */
export type SingleRange = CalendarPeriod | RecentPeriods | ToDatePeriod

/** A period of the calendar: `2001`, `2001-Q2`, `2001-06-01`. */
export interface CalendarPeriod {
  readonly kind: 'calendar'
  readonly grain: Grain
  /** Its first moment, in microseconds since 1970-01-01. */
  readonly from: bigint
}

/** `count` periods, the last of them `back` periods before the one of the moment: `last-7d` has 7 and 1. */
export interface RecentPeriods {
  readonly kind: 'recent'
  readonly grain: Grain
  readonly count: number
  readonly back: number
}

/** From the start of the period of the moment to the end of the moment's day: `mtd`. */
export interface ToDatePeriod {
  readonly kind: 'toDate'
  readonly grain: Grain
}

/** From the start of one period to the end of another: `2001-06-01..2001-06-15`. */
export interface FromTo {
  readonly kind: 'fromTo'
  readonly first: SingleRange
  readonly last: SingleRange
}

/** The words of a range, or the reason why a text of one of its forms is none. */
export type Reading<Words> = { readonly words: Words } | { readonly problem: string }

/**
 * Reads a range that is not written with two ends; null for a text of another form. Words may be in any case, and blanks
 * or `_` may stand for `-`: `Last 7 days` is `last-7d`. Months and days may lack their leading zero.
 */
export function readSingleRange(text: string): Reading<SingleRange> | null {
  return text.length > MOST_CHARACTERS ? null : (readCalendar(text) ?? readRelative(text))
}

/** The forms are shorter. */
const MOST_CHARACTERS = 100

const CALENDAR =
  /^(?<year>\d{4})(?:-?q(?<quarter>\d{1,2})|-?w(?<week>\d{1,2})|-(?<month>\d{1,2})(?:-(?<day>\d{1,2})(?:[ t](?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?)?)?)?$/i

function readCalendar(text: string): Reading<SingleRange> | null {
  const groups = CALENDAR.exec(text)?.groups
  if (groups === undefined) return null
  const { year, quarter, week, month, day, hour, minute, second } = groups
  if (quarter !== undefined && !/^0?[1-4]$/.test(quarter)) {
    return { problem: 'quarters go from Q1 to Q4' }
  }
  if (week !== undefined) return periodAt(readWeek(Number(year), Number(week)), 'WEEK')
  const moment = momentOf({
    year: Number(year),
    month: quarter === undefined ? Number(month ?? 1) : Number(quarter) * 3 - 2,
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    micros: 0,
  })
  if (quarter !== undefined) return periodAt(moment, 'QUARTER')
  const finest = [second, minute, hour, day, month].findIndex((part) => part !== undefined)
  return periodAt(moment, PRECISIONS[finest] ?? 'YEAR')
}

const PRECISIONS: readonly Grain[] = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH']

function periodAt(moment: TimeReading, grain: Grain): Reading<SingleRange> {
  return 'problem' in moment ? moment : { words: { kind: 'calendar', grain, from: moment.time } }
}

const UNITS: ReadonlyMap<string, Grain> = new Map<string, Grain>([
  ['y', 'YEAR'],
  ['q', 'QUARTER'],
  ['m', 'MONTH'],
  ['w', 'WEEK'],
  ['d', 'DAY'],
  ['h', 'HOUR'],
  ['min', 'MINUTE'],
])
const MOST_PERIODS = 100_000

function readRelative(text: string): Reading<SingleRange> | null {
  const word = text.toLowerCase().replace(/[\s_-]+/g, '-')
  if (word === 'today') return recent('DAY', 1, 0)
  if (word === 'yesterday') return recent('DAY', 1, 1)
  const toDate = /^(?:([wmqy])td|(week|month|quarter|year)-to-date)$/.exec(word)
  if (toDate !== null) {
    return { words: { kind: 'toDate', grain: unitNamed(toDate[1] ?? toDate[2]!)! } }
  }
  const [, which, count, unit = ''] = /^(this|last)-(?:(\d+)-?)?([a-z]+)$/.exec(word) ?? []
  const grain = unitNamed(unit)
  if (which === undefined || grain === null || grain === 'SECOND') return null
  // `last-m` is too short to be meant, and `last-months` lacks a number.
  if (count === undefined) {
    return grainNamed(unit) === null ? null : recent(grain, 1, which === 'this' ? 0 : 1)
  }
  if (which === 'this') return null
  return Number(count) < 1 || Number(count) > MOST_PERIODS
    ? { problem: `the number of periods goes from 1 to ${MOST_PERIODS}` }
    : recent(grain, Number(count), 1)
}

function recent(grain: Grain, count: number, back: number): Reading<SingleRange> {
  return { words: { kind: 'recent', grain, count, back } }
}

/** The grain of `d`, `day` or `days`. */
function unitNamed(unit: string): Grain | null {
  return UNITS.get(unit) ?? grainNamed(unit.replace(/s$/, ''))
}
