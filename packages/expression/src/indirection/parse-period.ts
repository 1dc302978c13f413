import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import { findGrainWord, isFinerThanDay } from '../time/grains.ts'
import { parseRangeWords } from '../time/parse-range-words.ts'
import type { RangeWords } from '../time/range-words.ts'
import {
  grainOfWord,
  PLAIN_CALENDAR,
  type WorkCalendar,
  whyWithoutGrain,
} from '../time/work-calendar.ts'
import type { GrainWord } from '../values/value-type.ts'
import { MOST_PERIODS_AWAY } from './period-offset.ts'

/**
 * A period relative to an anchor, the moment of a question. Its `last` stretch is the period of
 * a grain (or several minutes or hours) that contains the anchor, or one that is moved from there.
 */
export type Period = ToDate | GrainToDate | SpecifyDate | RelativeDate | WrittenRange

/** From `offset` before the last stretch to its end: `to_date -6 day of 0 day` is seven days. */
export interface ToDate {
  readonly kind: 'toDate'
  readonly offset: PeriodCount
  readonly last: PeriodCount
}

/** From the start of a longer period to the end of the last stretch: `grain_to_date 0 year of 0 day`. */
export interface GrainToDate {
  readonly kind: 'grainToDate'
  readonly within: PeriodCount
  readonly last: PeriodCount
}

/** The first or last period of `grain` within another one: `specify_date end day of -1 month`. */
export interface SpecifyDate {
  readonly kind: 'specifyDate'
  readonly part: 'start' | 'end'
  readonly grain: GrainWord
  readonly within: PeriodCount
}

/** The last stretch, moved by `offset`: `relative_date -1 month of 0 day` is the same day a month before. */
export interface RelativeDate {
  readonly kind: 'relativeDate'
  readonly offset: PeriodCount
  readonly last: PeriodCount
}

/** A range of time, in the words of `readRange`: `last-month`, `2001-Q2`. */
export interface WrittenRange {
  readonly kind: 'range'
  readonly words: RangeWords
}

/**
 * A number of periods of a grain away from the one that contains the anchor; `each` grains make one period (5
 * minutes, for example).
 */
export interface PeriodCount {
  readonly count: number
  readonly grain: GrainWord
  readonly each: number
}

/** The result of {@link parsePeriod}. */
export interface PeriodResult {
  /** Null when there is an error. */
  readonly period: Period | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Parses a period string: `to_date -6 day of 0 day`, `grain_to_date 0 year of 0 day`, `relative_date -1 month
 * of 0 day`, `specify_date end day of -1 month` (`to` may replace `of`), a short form such as `7d`, `3m`,
 * `ytd`, `cm`, which may follow `period__`, or a range of time such as `last-month`. Words may be in any case. Weeks and
 * fiscal years are those of a calendar. Mistakes are returned as diagnostics and never thrown.
 */
export function parsePeriod(text: string, calendar: WorkCalendar = PLAIN_CALENDAR): PeriodResult {
  const span = { start: 0, end: text.length }
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/, MOST_WORDS + 1)
  const read =
    text.length > MOST_CHARACTERS
      ? null
      : (readPeriod(words, calendar) ?? writtenRange(text, calendar))
  const excerpt = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const reason = typeof read === 'object' ? read && meaningless(read, calendar) : read
  if (reason !== null) {
    const params = { found: excerpt, reason }
    return { period: null, diagnostics: [report('EXP2018', { span, params })] }
  }
  if (read === null || typeof read === 'string') {
    const example = EXAMPLES.get(words[0] ?? '') ?? 'to_date -6 day of 0 day'
    const params = { found: excerpt, example }
    return { period: null, diagnostics: [report('EXP6008', { span, params })] }
  }
  const far = listPeriodCounts(read).find(({ count }) => Math.abs(count) > MOST_PERIODS_AWAY)
  if (far === undefined) return { period: read, diagnostics: [] }
  const params = { found: far.count, limit: MOST_PERIODS_AWAY }
  return { period: null, diagnostics: [report('EXP6009', { span, params })] }
}

const MOST_CHARACTERS = 200
const MOST_WORDS = 6

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['to_date', 'to_date -6 day of 0 day'],
  ['grain_to_date', 'grain_to_date 0 year of 0 day'],
  ['relative_date', 'relative_date -1 month of 0 day'],
  ['specify_date', 'specify_date end day of -1 month'],
])

function readPeriod(words: readonly string[], calendar: WorkCalendar): Period | null {
  const [kind = '', first = '', grain = '', link, ...end] = words
  if (words.length === 1) return quickPeriod(kind)
  if (words.length !== MOST_WORDS || (link !== 'of' && link !== 'to')) return null
  const last = parsePeriodCount(end[0], end[1], calendar)
  if (kind === 'specify_date') return specifyDate(first, findGrainWord(grain, calendar), last)
  const offset = parsePeriodCount(first, grain, calendar)
  if (offset === null || last === null) return null
  switch (kind) {
    case 'to_date':
      return offset.count > 0 ? null : { kind: 'toDate', offset, last }
    case 'grain_to_date':
      return { kind: 'grainToDate', within: offset, last }
    case 'relative_date':
      return { kind: 'relativeDate', offset, last }
    default:
      return null
  }
}

/** A range of time; the reason why it is none, where it is one in another calendar. */
function writtenRange(text: string, calendar: WorkCalendar): Period | string | null {
  const reading = parseRangeWords(text, calendar)
  if ('words' in reading) return { kind: 'range', words: reading.words }
  return reading.isOfCalendar ? reading.problem : null
}

/** Why a period has no meaning in a calendar; null when it has all grains that are named. */
function meaningless(period: Period, calendar: WorkCalendar): string | null {
  const grainWords = period.kind === 'specifyDate' ? [period.grain] : []
  const words = [...grainWords, ...listPeriodCounts(period).map(({ grain }) => grain)]
  const missing = words.find((word) => grainOfWord(word, calendar) === null)
  return missing === undefined ? null : whyWithoutGrain(missing, calendar)
}

function specifyDate(
  part: string,
  grain: GrainWord | null,
  outerCount: PeriodCount | null,
): Period | null {
  if ((part !== 'start' && part !== 'end') || grain === null || outerCount === null) return null
  return outerCount.each === 1 ? { kind: 'specifyDate', part, grain, within: outerCount } : null
}

/** Parses `-6 day` or `0 5minute`; only grains finer than a day can be counted several at a time. */
function parsePeriodCount(
  number: string | undefined = '',
  unit: string | undefined = '',
  calendar: WorkCalendar,
): PeriodCount | null {
  const [, several, word = ''] = /^(\d{1,4})?([a-z_][a-z0-9_]*)$/.exec(unit) ?? []
  const grain = findGrainWord(word, calendar)
  if (grain === null || !/^[+-]?\d{1,15}$/.test(number)) return null
  const each = several === undefined ? 1 : Number(several)
  if (each < 1 || (each > 1 && !isFinerThanDay(grain))) return null
  return { count: Number(number) + 0, grain, each }
}

function listPeriodCounts(period: Period): readonly PeriodCount[] {
  switch (period.kind) {
    case 'grainToDate':
      return [period.within, period.last]
    case 'specifyDate':
      return [period.within]
    case 'range':
      return []
    default:
      return [period.offset, period.last]
  }
}

const LETTERS: ReadonlyMap<string, GrainWord> = new Map<string, GrainWord>([
  ['y', 'YEAR'],
  ['q', 'QUARTER'],
  ['m', 'MONTH'],
  ['w', 'WEEK'],
  ['d', 'DAY'],
  ['h', 'HOUR'],
  ['min', 'MINUTE'],
  ['mi', 'MINUTE'],
  ['s', 'SECOND'],
])

/**
 * Parses the short form of a period: `7d` (the last seven days), `ytd` (year to date), `cm` (this month). Null
 * for another text.
 */
function quickPeriod(text: string): Period | null {
  const word = text.startsWith('period__') ? text.slice('period__'.length) : text
  const lastFew = /^(\d{1,9})(y|q|min|m|w|d|h)$/.exec(word)
  if (lastFew !== null) return lastPeriods(Number(lastFew[1]), LETTERS.get(lastFew[2]!)!)
  const toDate = /^(y|q|m|w|d|h|mi)t(?:(\d{1,4})?(d|h|min|s))$/.exec(word)
  if (toDate !== null) {
    const last = stretch(toDate[2], LETTERS.get(toDate[3]!)!)
    const outerCount = stretch(undefined, LETTERS.get(toDate[1]!)!)
    return last === null || outerCount === null
      ? null
      : { kind: 'grainToDate', within: outerCount, last }
  }
  const current = /^c(\d{1,4})?(y|q|min|m|w|d|h|s)$/.exec(word)
  if (current === null) return null
  const periodCount = stretch(current[1], LETTERS.get(current[2]!)!)
  return periodCount === null ? null : { kind: 'toDate', offset: periodCount, last: periodCount }
}

function lastPeriods(count: number, grain: GrainWord): Period | null {
  if (count === 0) return null
  const last: PeriodCount = { count: 0, grain, each: 1 }
  return { kind: 'toDate', offset: { count: 1 - count, grain, each: 1 }, last }
}

function stretch(several: string | undefined, grain: GrainWord): PeriodCount | null {
  const each = several === undefined ? 1 : Number(several)
  const divides = grain === 'HOUR' || grain === 'MINUTE' || grain === 'SECOND'
  return each < 1 || (each > 1 && !divides) ? null : { count: 0, grain, each }
}
