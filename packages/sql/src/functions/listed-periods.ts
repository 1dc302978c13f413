import type { CustomGrain } from '@tributary/expression'
import { CALENDAR, DAY, isUnread, listedPeriods } from '@tributary/expression/internal'
import { unreadCalendarError } from '../errors.ts'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'
import type { EngineTimes, SqlTime } from './engine-times.ts'

/** A time in an engine, and the grain of the listed period that holds it. */
export interface ListedTime {
  readonly time: SqlTime
  readonly grain: CustomGrain
}

/** The first day of the period that holds a time, in the time's type. */
export function listedStart(engine: EngineTimes, { time, grain }: ListedTime): SqlText {
  const { starts, end } = requireListedPeriods(grain)
  const type = literalType(time)
  const first = engine.literal(dayTime(starts[0]!), type)
  const days = compilePeriodLookup(engine, { time, grain }, (_, start) => start - starts[0]!)
  const start = engine.moved(first, days, { grain: 'DAY', type })
  const { calendar = CALENDAR } = engine
  return sqlText`(CASE WHEN ${time.text} < ${first} THEN ${engine.literal(calendar.first, type)} WHEN ${time.text} >= ${engine.literal(dayTime(end), type)} THEN ${engine.literal(dayTime(end), type)} ELSE ${start} END)`
}

/** The last day of the period that holds a DATE; NULL for a date after the last period. */
export function listedEnd(engine: EngineTimes, date: SqlText, grain: CustomGrain): SqlText {
  const { starts, end } = requireListedPeriods(grain)
  const first = engine.literal(dayTime(starts[0]!), 'DATE')
  const time: SqlTime = { text: date, type: 'DATE' }
  const days = compilePeriodLookup(
    engine,
    { time, grain },
    (number) => (starts[number + 1] ?? end) - 1 - starts[0]!,
  )
  const last = engine.moved(first, days, { grain: 'DAY', type: 'DATE' })
  const before = engine.literal(dayTime(starts[0]! - 1), 'DATE')
  const final = engine.literal(engine.calendar?.last ?? CALENDAR.last, 'DATE')
  return sqlText`(CASE WHEN ${date} < ${first} THEN ${before} WHEN ${date} >= ${engine.literal(dayTime(end), 'DATE')} THEN ${final} ELSE ${last} END)`
}

/** The number of the period that holds a time; -1 before the first. */
export function listedNumber(engine: EngineTimes, { time, grain }: ListedTime): SqlText {
  const { starts, end } = requireListedPeriods(grain)
  const type = literalType(time)
  const number = compilePeriodLookup(engine, { time, grain }, (index) => index)
  return sqlText`(CASE WHEN ${time.text} < ${engine.literal(dayTime(starts[0]!), type)} THEN -1 WHEN ${time.text} >= ${engine.literal(dayTime(end), type)} THEN ${raw(starts.length)} ELSE ${number} END)`
}

/** A property of a period, looked up by the day of a time within the list, in steps that divide every period. */
function compilePeriodLookup(
  engine: EngineTimes,
  { time, grain }: ListedTime,
  entryOf: (number: number, start: number) => number,
): SqlText {
  const { starts, end } = requireListedPeriods(grain)
  const lengths = starts.map((start, index) => (starts[index + 1] ?? end) - start)
  const step = lengths.reduce(greatestDivisor)
  const values = starts.flatMap((start, number): readonly number[] =>
    Array<number>(lengths[number]! / step).fill(entryOf(number, start)),
  )
  const first: SqlTime = {
    text: engine.literal(dayTime(starts[0]!), literalType(time)),
    type: time.type,
  }
  const days = engine.difference(first, time, 'DAY')
  const index = sqlText`${step === 1 ? days : engine.quotient(days, step)} + 1`
  return engine.element(values, index)
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

function requireListedPeriods(grain: CustomGrain) {
  if (isUnread(grain)) throw unreadCalendarError(grain)
  return listedPeriods(grain)!
}

function literalType({ type }: SqlTime): 'DATE' | 'TIMESTAMP' {
  return type === 'DATE' ? 'DATE' : 'TIMESTAMP'
}

function dayTime(day: number): bigint {
  return BigInt(day) * DAY
}
