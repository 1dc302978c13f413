import type {
  ComputedGrain,
  ComputedWord,
  CustomGrain,
  CustomWord,
  Grain,
  GrainWord,
  MonthNumber,
  PlainGrain,
  Weekday,
} from '../values/value-type.ts'

/** Periods that a workspace lists. */
export interface CustomPeriods {
  /** The word for them: `RETAIL_MONTH`. */
  readonly word: CustomWord
  /** Null when they could not be read. */
  readonly grain: CustomGrain | null
  /** The name of each period, in order of time. */
  readonly labels: readonly string[]
  /** Why they could not be read. */
  readonly problem?: string
}

/** The weeks, fiscal years and listed periods of a workspace. */
export interface WorkCalendar {
  /** The first day of a week. */
  readonly weekStart: Weekday
  /** The month in which a fiscal year starts, 1 for January; null when there are no fiscal years. */
  readonly fiscalYearStart: MonthNumber | null
  /** Whether a fiscal year has the number of the year in which it ends, or of the one in which it starts. */
  readonly fiscalYearName: 'END' | 'START'
  /** Listed periods. @defaultValue none */
  readonly custom?: readonly CustomPeriods[]
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

/** The grain that a word means in a calendar; null for a word without a meaning there. */
export function grainOfWord(word: GrainWord, calendar: WorkCalendar): Grain | null {
  const { weekStart, fiscalYearStart } = calendar
  switch (word as ComputedWord) {
    case 'WEEK':
      return weekStart === 'MONDAY' ? 'WEEK' : `WEEK(${weekStart})`
    case 'FISCAL_QUARTER':
    case 'FISCAL_YEAR':
      return fiscalYearStart === null ? null : (`${word}(${fiscalYearStart})` as ComputedGrain)
    default:
      return isPlain(word) ? word : (customPeriods(word, calendar)?.grain ?? null)
  }
}

const PLAIN: ReadonlySet<string> = new Set<PlainGrain>([
  ...(['SECOND', 'MINUTE', 'HOUR', 'DAY'] as const),
  ...(['WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const),
])

function isPlain(word: GrainWord): word is PlainGrain {
  return PLAIN.has(word)
}

/** The periods of a calendar that have a word, which is in capital letters. */
export function customPeriods(word: string, { custom = [] }: WorkCalendar): CustomPeriods | null {
  return custom.find((declaredPeriods) => declaredPeriods.word === word) ?? null
}

/** The words that mean a grain in a calendar: those of the list that do, and the words of all listed periods. */
export function wordsIn(calendar: WorkCalendar, words: readonly GrainWord[]): readonly GrainWord[] {
  const customWords = (calendar.custom ?? []).map(({ word }) => word)
  return [...words, ...customWords].filter((word) => grainOfWord(word, calendar) !== null)
}

/** Why a word has no meaning in a calendar, and what to do. */
export function whyWithoutGrain(word: string, calendar: WorkCalendar): string {
  return customPeriods(word.toUpperCase(), calendar)?.problem ?? NO_FISCAL_YEAR
}

/** Why a workspace has no fiscal periods, and what to write. */
export const NO_FISCAL_YEAR =
  'the workspace does not say when a fiscal year starts; add a line such as "calendar: { fiscalYearStart: 7 }" to it, 7 for July'
