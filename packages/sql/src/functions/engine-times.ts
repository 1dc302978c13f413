import type { PlainGrain, ValueType } from '@tributary/expression'
import type { Calendar, TimePart } from '@tributary/expression/internal'
import type { SqlText } from '../text/sql-text.ts'

/** A period that engines know, and the type of a time: DATE or TIMESTAMP. */
export interface GrainOfType {
  readonly grain: PlainGrain
  readonly type: ValueType
}

/** How an engine computes with times. */
export interface EngineTimes {
  /** The times of the language that the engine can hold. @defaultValue all */
  readonly calendar?: Calendar
  /** Whether a DATE that is moved beyond the calendar is a wrong one. @defaultValue false */
  readonly isBounded?: boolean
  /** A moment, in microseconds since 1970-01-01, as a literal; as a DATE it is the day of the moment. */
  literal(moment: bigint, type: 'DATE' | 'TIMESTAMP'): SqlText
  /** The day of a TIMESTAMP. */
  date(time: SqlText): SqlText
  /** The beginning of the period that holds a time, in the time's type. */
  truncated(time: SqlText, of: GrainOfType): SqlText
  /** A time moved by a number of periods, in the type asked for; the result is in the calendar. */
  moved(time: SqlText, count: SqlText, by: GrainOfType): SqlText
  /** How many beginnings of a period lie between two times, as an INT. */
  difference(from: SqlTime, to: SqlTime, grain: PlainGrain): SqlText
  /** How often a whole number fits into an INT that is not negative. */
  quotient(dividend: SqlText, divisor: number): SqlText
  /** The value at an index from 1 of a list of whole numbers, as an INT; the index is within the list. */
  element(values: readonly number[], index: SqlText): SqlText
  /** A part of a time, as an INT. */
  part(time: SqlText, part: TimePart): SqlText
  /** Zero as an INT; NULL for a time that is NULL. */
  zero(time: SqlText): SqlText
}

/** A time in SQL. */
export interface SqlTime {
  readonly text: SqlText
  readonly type: ValueType
}
