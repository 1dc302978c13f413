import {
  isRange,
  rangeCondition,
  rangeText,
  readCompareRange,
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
export const ABOUT_COMPARED_RANGES: string = `${ABOUT_RANGES} --compare also takes previous (the period before) and year (the same a year before).`

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
 * Reads the window that `current` is compared with: `previous`, `year`, a range, or a condition. Throws CLI_RANGE_NEEDED for
 * a word when `current` is a condition, which has nothing before it.
 */
export function readCompareWindow(text: string, current: Window, options: WindowOptions): Window {
  const { option, now, calendar } = options
  if (!isRange(text)) return readWindow(text, options)
  if (current.range !== null) {
    const range = readCompareRange(text, current.range, { now, calendar, path: option })
    return toRangeWindow(text, range, calendar)
  }
  const word = text.trim().toLowerCase()
  if (word === 'previous' || word === 'year') throw createCliError('rangeNeeded', { word })
  return readWindow(text, options)
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
