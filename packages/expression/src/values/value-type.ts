/**
 * The types of the language. DATE and TIMESTAMP have no time zone. NULL is the type of the literal `NULL`;
 * UNKNOWN is the type of an expression with an error, so that no further error follows from it.
 */
export type ValueType =
  | 'BOOLEAN'
  | 'STRING'
  | 'INT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'DATE'
  | 'TIMESTAMP'
  | 'NULL'
  | 'UNKNOWN'

/** Time grains that mean the same everywhere, finest first. A week starts on Monday. */
export type PlainGrain =
  | 'SECOND'
  | 'MINUTE'
  | 'HOUR'
  | 'DAY'
  | 'WEEK'
  | 'MONTH'
  | 'QUARTER'
  | 'YEAR'

/** The days that a week may start on. */
export type Weekday =
  | 'MONDAY'
  | 'TUESDAY'
  | 'WEDNESDAY'
  | 'THURSDAY'
  | 'FRIDAY'
  | 'SATURDAY'
  | 'SUNDAY'

/** The number of a month, from 1 for January. */
export type MonthNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12

/** Periods of a workspace by their first day and their lengths in days: `RETAIL_MONTH(2001-02-04 28*2,35)`. */
export type CustomGrain = `${string}(${string} ${string})`

declare const isCustom: unique symbol
/** A word for periods that a workspace lists: `RETAIL_MONTH`, in capital letters. */
export type CustomWord = string & { readonly [isCustom]: true }

/**
 * A time grain, which says all about its periods: `WEEK(SUNDAY)` are weeks that start on Sunday, `FISCAL_YEAR(7)` years
 * that start in July, and `FISCAL_QUARTER(7)` their quarters.
 */
export type Grain = ComputedGrain | CustomGrain

/** A grain whose periods are computed and not listed. */
export type ComputedGrain =
  | PlainGrain
  | `WEEK(${Exclude<Weekday, 'MONDAY'>})`
  | `FISCAL_QUARTER(${MonthNumber})`
  | `FISCAL_YEAR(${MonthNumber})`

/** A grain as people write it; the calendar of the workspace decides which periods it means. */
export type GrainWord = ComputedWord | CustomWord

/** A word for a grain that no workspace lists. */
export type ComputedWord = PlainGrain | 'FISCAL_QUARTER' | 'FISCAL_YEAR'

const WIDTHS: readonly ValueType[] = ['INT', 'DECIMAL', 'DOUBLE']
const TIMES: readonly ValueType[] = ['DATE', 'TIMESTAMP']

/** The narrowest type that both types convert to; null when texts, numbers, times or conditions are mixed. */
export function commonType(left: ValueType, right: ValueType): ValueType | null {
  if (left === 'UNKNOWN' || right === 'UNKNOWN') return 'UNKNOWN'
  if (left === right || right === 'NULL') return left
  if (left === 'NULL') return right
  for (const family of [WIDTHS, TIMES]) {
    const [a, b] = [family.indexOf(left), family.indexOf(right)]
    if (a !== -1 && b !== -1) return family[Math.max(a, b)]!
  }
  return null
}

/** Whether a type is INT, DECIMAL or DOUBLE. */
export function isNumeric(type: ValueType): boolean {
  return WIDTHS.includes(type)
}

/** Whether a type is DATE or TIMESTAMP. */
export function isTimeType(type: ValueType): boolean {
  return TIMES.includes(type)
}
