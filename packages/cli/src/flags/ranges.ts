import {
  isAverageOfPrevious,
  isRange,
  rangeCondition,
  rangeText,
  readComparedRanges,
  readRange,
  type TimeRange,
  type WorkCalendar,
} from '@tributary/platform/internal'
import { createCliError } from '../errors.ts'

/** The part of the help of a command about ranges of time. */
export const ABOUT_RANGES: string = `
A RANGE is 2001, 2001-Q2, 2001-06, 2001-W23, 2001-06-01, 2001-06-01..2001-06-15, last-month, last-7d, mtd, today, or a
condition on [metric_time].`

/** The same for a command that compares two ranges. */
export const ABOUT_COMPARED_RANGES: string = `${ABOUT_RANGES} --compare also takes previous (the period before), year (the same a year before; for weeks the week of
the same number) and average-of-4-previous (means per base period against those of the four periods before).`

/** The rows of one side of a comparison. */
export interface Window {
  /** A time constraint. */
  readonly condition: string
  /** The side as a person reads it: `2001-06`, `last-month (2001-05)`, or the condition as written. */
  readonly note: string
  /** Null when it was written as a condition. */
  readonly range: TimeRange | null
}

/** The moment and the calendar that the words of a range refer to. */
export interface RangeMoment {
  /** The current moment on the clock of the workspace, in microseconds since 1970-01-01. */
  readonly now: bigint
  /** The weeks and fiscal years of the workspace. */
  readonly calendar: WorkCalendar
}

/** Options for reading a window. */
export interface WindowOptions extends RangeMoment {
  /** The option that it was written behind, for messages. */
  readonly option: string
}

/** Reads a range of time in words, or a condition in the expression language. */
export function readWindow(text: string, { option, now, calendar }: WindowOptions): Window {
  if (!isRange(text)) return { condition: text, note: text, range: null }
  return toRangeWindow(text, readRange(text, { now, calendar, path: option }), calendar)
}

/**
 * Reads both windows of a comparison; the other one may be `previous` or `year`, too. Throws CLI_RANGE_NEEDED for these
 * words when the current window is a condition, which has nothing before it.
 */
export function readComparedWindows(
  currentText: string,
  compareText: string,
  { now, calendar }: RangeMoment,
): { readonly current: Window; readonly compare: Window } {
  const options = { now, calendar }
  if (!isRange(currentText) || !isRange(compareText)) {
    const word = compareText.trim().toLowerCase()
    if (word === 'previous' || word === 'year' || isAverageOfPrevious(word))
      throw createCliError('rangeNeeded', { word })
    return {
      current: readWindow(currentText, { option: '--current', ...options }),
      compare: readWindow(compareText, { option: '--compare', ...options }),
    }
  }
  const paths = { path: '--current', comparePath: '--compare' }
  const read = readComparedRanges(currentText, compareText, { ...options, ...paths })
  const current = toRangeWindow(currentText, read.current, calendar)
  const compare = toRangeWindow(compareText, read.compare, calendar)
  if (!read.isElapsed) return { current, compare }
  return { current: { ...current, note: `${current.note}, the days so far` }, compare }
}

function toRangeWindow(text: string, range: TimeRange, calendar: WorkCalendar): Window {
  const [named, days] = [rangeText(range, calendar), rangeText(range)]
  const alternatives = named === days ? [] : [days]
  // The words are told where they say something else than the range.
  if (![named, days].some((wording) => isSame(wording, text))) alternatives.push(text.trim())
  const note = alternatives.length === 0 ? named : `${named} (${alternatives.join(', ')})`
  return { condition: rangeCondition(range), note, range }
}

function isSame(range: string, text: string): boolean {
  return range.toLowerCase() === text.trim().toLowerCase()
}
