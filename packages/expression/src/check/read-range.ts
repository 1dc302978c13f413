import { nearNames } from '@tributary/core'
import { report, suggest } from '../diagnostics/report.ts'
import { type ExpressionError, expressionError } from '../errors.ts'
import { parseRangeWords, REVERSED } from '../time/parse-range-words.ts'
import {
  isWritable,
  outsideOfList,
  previousRange,
  previousRanges,
  rangeToDate,
  resolveTimeRange,
  type TimeRange,
  yearBeforeRange,
} from '../time/time-range.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'

/** Options of {@link readRange}. */
export interface RangeOptions {
  /** The moment that `today` and `last-month` refer to, in microseconds since 1970-01-01, local time. */
  readonly now: bigint
  /** The start of weeks and fiscal years. @defaultValue weeks start on Monday, and there are no fiscal years */
  readonly calendar?: WorkCalendar
  /** Where the text comes from, for error messages: `range`. */
  readonly path: string
}

/**
 * Reads a range of time: a period of the calendar such as `2001`, `2001-Q2`, `2001-06`, `2001-W23` or `2001-06-01`; two of
 * them as `2001-06-01..2001-06-15`, both included; or words such as `last-month`, `last-7d`, `mtd` and `today`. With fiscal
 * years also `FY2002`, `FY2002-Q3`, `last-fiscal-quarter` and `fytd`. Throws an {@link ExpressionError} with the code `EXPRESSION_UNKNOWN_RANGE` for another text.
 * @example
 * ```ts
 * import { parseTime, rangeText, readRange } from '@tributary/attribution/expression'
 * const options = { now: parseTime('2001-06-20 15:00')!, path: 'range' }
 * rangeText(readRange('last-month', options)) // => '2001-05'
 * rangeText(readRange('last-7d', options)) // => '2001-06-13..2001-06-19'
 * rangeText(readRange('mtd', options)) // => '2001-06-01..2001-06-20'
 * const calendar = { weekStart: 'SUNDAY', fiscalYearStart: 7, fiscalYearName: 'END' } as const
 * rangeText(readRange('FY2002-Q1', { ...options, calendar })) // => '2001-Q3'
 * ```
 */
export function readRange(text: string, { now, calendar, path }: RangeOptions): TimeRange {
  const reading = parseRangeWords(text, calendar)
  if ('problem' in reading) throw unknownRange(text, path, reading)
  const range = resolveTimeRange(reading.words, now)
  if (range.from >= range.to) throw unknownRange(text, path, { problem: REVERSED, near: [] })
  return requireWritableRange(range, text, path)
}

/** The words that {@link readCompareRange} knows besides those of a range. */
export const COMPARE_WORDS = ['previous', 'year'] as const

/**
 * Reads the range that another one, `current`, is compared with: `previous`, `year`, or a range as {@link readRange} reads
 * it.
 *
 * `average-of-4-previous` is the four periods before, whose mean per base period is meant.
 *
 * `previous` is the period before: as many months before months, quarters and years; the same days of the period before for
 * a range to date; else the same length just before. `year` is the same a year before: the same dates, and for weeks the
 * week of the same number.
 * @example
 * ```ts
 * import { parseTime, rangeText, readCompareRange, readRange } from '@tributary/attribution/expression'
 * const options = { now: parseTime('2001-06-20')!, path: 'compare' }
 * const current = readRange('2001-Q2', options)
 * rangeText(readCompareRange('previous', current, options)) // => '2001-Q1'
 * rangeText(readCompareRange('year', current, options)) // => '2000-Q2'
 * ```
 */
export function readCompareRange(
  text: string,
  current: TimeRange,
  options: RangeOptions,
): TimeRange {
  const word = text.trim().toLowerCase()
  if (word === 'previous') return requireWritableRange(previousRange(current), text, options.path)
  if (word === 'year') return requireWritableRange(yearBeforeRange(current), text, options.path)
  const count = countAveraged(text)
  if (count !== null) {
    return requireWritableRange(previousRanges(current, count), text, options.path)
  }
  const near =
    'problem' in parseRangeWords(text, options.calendar) ? nearNames(word, COMPARE_WORDS) : []
  if (near.length === 0) return readRange(text, options)
  throw unknownRange(text, options.path, { problem: '', near })
}

const AVERAGE_OF = /^\s*average-of-(\d{1,3})-previous\s*$/i

/**
 * Whether a text is `average-of-4-previous` or its like: the comparison with the mean of so many periods before.
 * @example
 * ```ts
 * import { isAverageOfPrevious } from '@tributary/attribution/expression'
 * isAverageOfPrevious('average-of-4-previous') // => true
 * ```
 */
export function isAverageOfPrevious(text: string): boolean {
  return countAveraged(text) !== null
}

function countAveraged(text: string): number | null {
  const count = Number(AVERAGE_OF.exec(text)?.[1] ?? 0)
  return count < 1 ? null : count
}

/** Two ranges of time that are compared. */
export interface ComparedRanges {
  readonly current: TimeRange
  readonly compare: TimeRange
  /** Whether both are only the part of their periods that has passed at the moment. */
  readonly isElapsed: boolean
}

/** Options of {@link readComparedRanges}. */
export interface ComparedRangesOptions extends RangeOptions {
  /** Where the text of the other range comes from, for error messages: `compareRange`. */
  readonly comparePath: string
}

/**
 * Reads a range of time and the range that it is compared with, as {@link readRange} and {@link readCompareRange} do. Of
 * a period of days that is not over, such as `this-week`, `previous` and `year` compare the days so far with the same
 * days of the other period.
 * @example
 * ```ts
 * import { parseTime, rangeText, readComparedRanges } from '@tributary/attribution/expression'
 * const options = { now: parseTime('2001-06-20')!, path: 'currentRange', comparePath: 'compareRange' }
 * const { current, compare, isElapsed } = readComparedRanges('this-month', 'previous', options)
 * rangeText(current) // => '2001-06-01..2001-06-20'
 * rangeText(compare) // => '2001-05-01..2001-05-20'
 * isElapsed // => true
 * ```
 */
export function readComparedRanges(
  currentText: string,
  compareText: string,
  { path, comparePath, ...moment }: ComparedRangesOptions,
): ComparedRanges {
  const range = readRange(currentText, { ...moment, path })
  const isAverage = isAverageOfPrevious(compareText)
  const isRelative = isAverage || /^\s*(?:previous|year)\s*$/i.test(compareText)
  const elapsed = isRelative ? rangeToDate(range, moment.now) : null
  const current = elapsed ?? range
  const base = isAverage ? range : current
  const compare = readCompareRange(compareText, base, { ...moment, path: comparePath })
  return { current, compare, isElapsed: elapsed !== null }
}

/**
 * Whether a text is a range of time and not a condition: it has none of the characters and words that a condition
 * needs.
 * @example
 * ```ts
 * import { isRange } from '@tributary/attribution/expression'
 * isRange('last-7d') // => true
 * isRange('[metric_time__month] = "2001-06"') // => false
 * ```
 */
export function isRange(text: string): boolean {
  return !/[[\](){}<>=!&|"'%*+]|^\s*(?:true|false|null)\s*$/i.test(text)
}

function requireWritableRange(range: TimeRange, text: string, path: string): TimeRange {
  const outside = outsideOfList(range)
  if (outside !== null) throw unknownRange(text, path, { problem: outside, near: [] })
  if (isWritable(range)) return range
  throw unknownRange(text, path, { problem: 'years go from 0001 to 9999', near: [] })
}

function unknownRange(
  text: string,
  path: string,
  { problem, near }: { readonly problem: string; readonly near: readonly string[] },
): ExpressionError {
  const span = { start: 0, end: text.length }
  const excerpt = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const { suggestion, fixes } = suggest(near, span)
  const reason = near.length > 0 || problem === '' ? '' : `: ${problem}`
  return expressionError(path, text, [
    report('EXP6010', { span, params: { found: excerpt, reason, suggestion }, fixes }),
  ])
}
