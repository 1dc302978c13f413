import type { Grain, GrainWord, MonthNumber, Weekday } from '../values/value-type.ts'

/** How a workspace divides time into weeks and fiscal years. */
export interface WorkCalendar {
  /** The first day of a week. */
  readonly weekStart: Weekday
  /** The month in which a fiscal year starts, 1 for January; null when there are no fiscal years. */
  readonly fiscalYearStart: MonthNumber | null
  /** Whether a fiscal year has the number of the year in which it ends, or of the one in which it starts. */
  readonly fiscalYearName: 'END' | 'START'
}

/** Weeks that start on Monday, no fiscal years. */
export const PLAIN_CALENDAR: WorkCalendar = {
  weekStart: 'MONDAY',
  fiscalYearStart: null,
  fiscalYearName: 'END',
}

/** The days of a week, Monday first. */
export const WEEKDAYS: readonly Weekday[] = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
]

/** The grain that a word means in a calendar; null for fiscal periods in a calendar without them. */
export function grainOfWord(word: GrainWord, calendar: WorkCalendar): Grain | null {
  const { weekStart, fiscalYearStart } = calendar
  switch (word) {
    case 'WEEK':
      return weekStart === 'MONDAY' ? 'WEEK' : `WEEK(${weekStart})`
    case 'FISCAL_QUARTER':
    case 'FISCAL_YEAR':
      return fiscalYearStart === null ? null : `${word}(${fiscalYearStart})`
    default:
      return word
  }
}

/** The words that mean a grain in a calendar, of those given. */
export function wordsIn(calendar: WorkCalendar, words: readonly GrainWord[]): readonly GrainWord[] {
  return words.filter((word) => grainOfWord(word, calendar) !== null)
}

/** Why a workspace has no fiscal periods, and what to write. */
export const NO_FISCAL_YEAR =
  'the workspace does not say when a fiscal year starts; add a line such as "calendar: { fiscalYearStart: 7 }" to it, 7 for July'
