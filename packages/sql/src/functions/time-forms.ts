import { addGrain, type Grain, type PlainGrain, type ValueType } from '@tributary/expression'
import {
  CALENDAR,
  type Calendar,
  grainAt,
  isFinerThanDay,
  maxPeriods,
  type ScalarFunctionName,
  stepOf,
  TIME_PARTS,
  type TimePart,
} from '@tributary/expression/internal'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { periodEnd, periodStart, periodsBetween } from './calendar-periods.ts'
import type { FormsOf, SqlArgument, SqlForm } from './sql-form.ts'

/** A period that engines know, and the type of a time: DATE or TIMESTAMP. */
export interface GrainOfType {
  readonly grain: PlainGrain
  readonly type: ValueType
}

/** How an engine computes with times. */
export interface EngineTimes {
  /** The times of the language that the engine can hold. @defaultValue all */
  readonly calendar?: Calendar
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

/** The functions that compute with times. */
export function timeForms(
  engine: EngineTimes,
): FormsOf<'DateTrunc' | 'DateAdd' | 'DateDiff' | 'LastDay' | TimePart> {
  return {
    DateTrunc: ([time], { args, type }) =>
      periodStart(engine, time!.text, { grain: grainAt(args, 1), type }),
    DateAdd: ([time, count], { args, type }) =>
      movedInCalendar(engine, time!, count!, { grain: stepOf(grainAt(args, 2)), type }),
    DateDiff: ([from, to], { args }) =>
      periodsBetween(engine, [timeOf(from!), timeOf(to!)], grainAt(args, 2)),
    LastDay: ([time], { args }) => lastDay(engine, time!, grainAt(args, 1)),
    ...partForms(engine),
  }
}

function timeOf({ text, typed }: SqlArgument): SqlTime {
  return { text, type: typed.type }
}

function partForms(engine: EngineTimes): FormsOf<TimePart> {
  const forms = TIME_PARTS.map((part): [ScalarFunctionName, SqlForm] => [
    part,
    ([time]) =>
      time!.typed.type === 'DATE' && WITHIN_A_DAY.has(part)
        ? engine.zero(time!.text)
        : engine.part(time!.text, part),
  ])
  return Object.fromEntries(forms) as FormsOf<TimePart>
}

const WITHIN_A_DAY: ReadonlySet<TimePart> = new Set(['Hour', 'Minute', 'Second'])

/**
 * A time moved by periods, NULL where the result leaves the calendar. That is asked beforehand: engines fail where the
 * language has NULL.
 */
function movedInCalendar(
  engine: EngineTimes,
  time: SqlArgument,
  count: SqlArgument,
  by: GrainOfType,
): SqlText {
  const sum = engine.moved(time.text, count.text, by)
  const { typed } = count
  if (typed.kind === 'constant' && typed.constant.type === 'INT') {
    const fits = fitsConstant(engine, time, { count: typed.constant.value, grain: by.grain })
    return fits === null ? sum : sqlText`(CASE WHEN ${fits} THEN ${sum} END)`
  }
  const fits = fitsCount(engine, time.text, count.text, by.grain)
  const most = raw(String(maxPeriods(by.grain)))
  return sqlText`(CASE WHEN ${count.text} BETWEEN -${most} AND ${most} THEN CASE WHEN ${fits} THEN ${sum} END END)`
}

/** Whether a time stays in the calendar when it is moved by a constant number of periods; null when every time does. */
function fitsConstant(
  engine: EngineTimes,
  { text, typed }: SqlArgument,
  { count, grain }: { readonly count: bigint; readonly grain: PlainGrain },
): SqlText | null {
  if (count === 0n) return null
  const { first, last } = engine.calendar ?? CALENDAR
  const bound = addGrain(count > 0n ? last : first, -Number(count), grain)
  const type = typed.type === 'DATE' && !isFinerThanDay(grain) ? 'DATE' : 'TIMESTAMP'
  const limit = engine.literal(bound, type)
  return count > 0n ? sqlText`${text} <= ${limit}` : sqlText`${text} >= ${limit}`
}

/** The same for a computed number of periods, small enough to be taken off the ends of the calendar. */
function fitsCount(engine: EngineTimes, time: SqlText, count: SqlText, grain: PlainGrain): SqlText {
  const { first, last } = engine.calendar ?? CALENDAR
  const shifted = (moment: bigint, by: SqlText): SqlText =>
    engine.moved(engine.literal(moment, 'TIMESTAMP'), by, { grain, type: 'TIMESTAMP' })
  const earliest = shifted(first, sqlText`-least(${count}, 0)`)
  const latest = shifted(last, sqlText`-greatest(${count}, 0)`)
  return sqlText`${time} >= ${earliest} AND ${time} <= ${latest}`
}

function lastDay(engine: EngineTimes, { text, typed }: SqlArgument, grain: Grain): SqlText {
  return periodEnd(engine, typed.type === 'DATE' ? text : engine.date(text), grain)
}
