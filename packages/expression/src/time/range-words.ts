import { DAY } from '../values/value.ts'
import type { Grain, GrainWord } from '../values/value-type.ts'
import { listedPeriods, listedStart } from './custom-grain.ts'
import { addGrain, findGrainWord, isCustomGrain } from './grains.ts'
import { findLabelNumber } from './labels.ts'
import { composeTime, type TimeReading } from './parse-time.ts'
import { readWeek } from './weeks.ts'
import {
  type CustomPeriods,
  customPeriods,
  grainOfWord,
  type WorkCalendar,
  whyWithoutGrain,
} from './work-calendar.ts'

/** A range of time as it was written; words such as `last-month` have no interval until a moment is given. */
export type RangeWords = SingleRange | FromTo

/** A range that is not written with two ends. */
export type SingleRange = CalendarPeriod | RecentPeriods | ToDatePeriod

/** A period of the calendar: `2001`, `2001-Q2`, `2001-06-01`, `FY2002-Q3`, or one of a custom calendar. */
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
export type Reading<Words> = { readonly words: Words } | RangeProblem

/** Why a text of one of the forms of a range is none. */
export interface RangeProblem {
  readonly problem: string
  /** Whether it would be one in another calendar. */
  readonly isOfCalendar?: boolean
}

/**
 * Reads a range that is not written with two ends; null for a text of another form. Words may be in any case, and blanks
 * or `_` may stand for `-`: `Last 7 days` is `last-7d`. Months and days may lack their leading zero.
 */
export function readSingleRange(text: string, calendar: WorkCalendar): Reading<SingleRange> | null {
  if (text.length > MOST_CHARACTERS) return null
  const reading =
    readCalendar(text, calendar) ?? readFiscal(text, calendar) ?? readRelative(text, calendar)
  // A label such as 2002-W53 may look like a period that the year does not have.
  return reading !== null && 'words' in reading ? reading : (readLabel(text, calendar) ?? reading)
}

/** The forms are shorter. */
const MOST_CHARACTERS = 100

/** `2002-P3` for a period of a custom calendar, or `retail_month:2002-P3` where another form of range has that text. */
function readLabel(text: string, calendar: WorkCalendar): Reading<SingleRange> | null {
  const [, word, label] = /^([a-z]\w*):\s*(.+)$/i.exec(text) ?? []
  const declaredPeriods = word === undefined ? null : customPeriods(word.toUpperCase(), calendar)
  if (declaredPeriods?.grain === null) return meaningless(declaredPeriods.word, calendar)
  if (declaredPeriods !== null) {
    const period = findPeriodByLabel(label!, declaredPeriods)
    const [first = ''] = declaredPeriods.labels
    return period === null
      ? { problem: `${declaredPeriods.word} has no period of that name; its first is ${first}` }
      : { words: period }
  }
  const matches = (calendar.custom ?? []).flatMap((customList) => {
    const period = findPeriodByLabel(text, customList)
    return period === null ? [] : [{ word: customList.word.toLowerCase(), period }]
  })
  if (matches.length < 2) return matches[0] === undefined ? null : { words: matches[0].period }
  const ways = matches.map(({ word }) => `${word}:${text}`).join(' or ')
  return { problem: `several grains have a period of that name; write ${ways}` }
}

function findPeriodByLabel(text: string, { grain, labels }: CustomPeriods): CalendarPeriod | null {
  const number = findLabelNumber(text, labels)
  if (grain === null || number === null) return null
  const from = listedStart(listedPeriods(grain)!, number)
  return { kind: 'calendar', grain, from: BigInt(from) * DAY }
}

function meaningless(word: GrainWord, calendar: WorkCalendar): RangeProblem {
  return { problem: whyWithoutGrain(word, calendar), isOfCalendar: true }
}

const CALENDAR =
  /^(?<year>\d{4})(?:-?q(?<quarter>\d{1,2})|-?w(?<week>\d{1,2})|-(?<month>\d{1,2})(?:-(?<day>\d{1,2})(?:[ t](?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?)?)?)?$/i

function readCalendar(text: string, calendar: WorkCalendar): Reading<SingleRange> | null {
  const groups = CALENDAR.exec(text)?.groups
  if (groups === undefined) return null
  const { year, quarter, week, month, day, hour, minute, second } = groups
  if (quarter !== undefined && !QUARTER.test(quarter)) return WRONG_QUARTER
  if (week !== undefined) {
    const grain = grainOfWord('WEEK', calendar)!
    return periodAt(readWeek({ year: Number(year), week: Number(week) }, grain), grain)
  }
  const moment = composeTime({
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

const QUARTER = /^0?[1-4]$/
const WRONG_QUARTER = { problem: 'quarters go from Q1 to Q4' } as const
const FISCAL = /^fy[\s_-]*(?<year>\d{4})(?:[\s_-]*q(?<quarter>\d{1,2}))?$/i

/** `FY2002` and `FY2002-Q3`. */
function readFiscal(text: string, calendar: WorkCalendar): Reading<SingleRange> | null {
  const groups = FISCAL.exec(text)?.groups
  if (groups === undefined) return null
  const { year, quarter } = groups
  const { fiscalYearStart: month, fiscalYearName } = calendar
  const grain = grainOfWord(quarter === undefined ? 'FISCAL_YEAR' : 'FISCAL_QUARTER', calendar)
  if (month === null || grain === null) return meaningless('FISCAL_YEAR', calendar)
  if (quarter !== undefined && !QUARTER.test(quarter)) return WRONG_QUARTER
  const isOfTwoYears = month > 1 && fiscalYearName === 'END'
  const first = composeTime({
    year: isOfTwoYears ? Number(year) - 1 : Number(year),
    month,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    micros: 0,
  })
  if ('problem' in first) return first
  return periodAt({ time: addGrain(first.time, Number(quarter ?? 1) - 1, 'QUARTER') }, grain)
}

const PRECISIONS: readonly Grain[] = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH']

function periodAt(moment: TimeReading, grain: Grain): Reading<SingleRange> {
  return 'problem' in moment ? moment : { words: { kind: 'calendar', grain, from: moment.time } }
}

const UNITS: ReadonlyMap<string, GrainWord> = new Map<string, GrainWord>([
  ['y', 'YEAR'],
  ['q', 'QUARTER'],
  ['m', 'MONTH'],
  ['w', 'WEEK'],
  ['d', 'DAY'],
  ['h', 'HOUR'],
  ['min', 'MINUTE'],
  ['fy', 'FISCAL_YEAR'],
  ['fq', 'FISCAL_QUARTER'],
])
const MOST_PERIODS = 100_000

function readRelative(text: string, calendar: WorkCalendar): Reading<SingleRange> | null {
  const word = text.toLowerCase().replace(/[\s_-]+/g, '-')
  if (word === 'today') return recent('DAY', 1, 0)
  if (word === 'yesterday') return recent('DAY', 1, 1)
  const toDate = /^(?:([wmqy]|f[qy])td|([a-z][a-z0-9-]*)-to-date)$/.exec(word)
  const [, which, count, last = ''] = /^(this|last)-(?:(\d+)-?)?([a-z][a-z0-9-]*)$/.exec(word) ?? []
  const unit = toDate === null ? last : (toDate[1] ?? toDate[2]!)
  const named = parseRangeUnit(unit, calendar)
  if (named === null || named === 'SECOND') return null
  const grain = grainOfWord(named, calendar)
  if (grain === null) return meaningless(named, calendar)
  if (toDate !== null) {
    return TO_DATE.has(unit) || isCustomGrain(grain) ? { words: { kind: 'toDate', grain } } : null
  }
  // `last-m` is too short for a range, and `last-months` lacks a number.
  if (count === undefined) {
    return parseUnitWord(unit, calendar) === null
      ? null
      : recent(grain, 1, which === 'this' ? 0 : 1)
  }
  if (which === 'this') return null
  return Number(count) < 1 || Number(count) > MOST_PERIODS
    ? { problem: `the number of periods goes from 1 to ${MOST_PERIODS}` }
    : recent(grain, Number(count), 1)
}

/** The periods that there are ranges to date of. */
const TO_DATE: ReadonlySet<string> = new Set(
  'w m q y fq fy week month quarter year fiscal-quarter fiscal-year'.split(' '),
)

function recent(grain: Grain, count: number, back: number): Reading<SingleRange> {
  return { words: { kind: 'recent', grain, count, back } }
}

/** The grain of `d`, `day` or `days`. */
function parseRangeUnit(unit: string, calendar: WorkCalendar): GrainWord | null {
  return (
    UNITS.get(unit) ??
    parseUnitWord(unit, calendar) ??
    parseUnitWord(unit.replace(/s$/, ''), calendar)
  )
}

/** The grain of `day` or `fiscal-year`. */
function parseUnitWord(unit: string, calendar: WorkCalendar): GrainWord | null {
  return findGrainWord(unit.replaceAll('-', '_'), calendar)
}
