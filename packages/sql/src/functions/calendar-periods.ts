import { type ComputedGrain, type Grain, truncate } from '@tributary/expression'
import {
  CALENDAR,
  type Calendar,
  computeGrainShift,
  DAY,
  isCustomGrain,
  nextPeriod,
  toPlainGrain,
} from '@tributary/expression/internal'
import { joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import type { EngineTimes, SqlTime } from './engine-times.ts'
import { listedEnd, listedNumber, listedStart } from './listed-periods.ts'

/** A period of any grain, and the type of a time: DATE or TIMESTAMP. */
export interface PeriodOfType {
  readonly grain: Grain
  readonly type: SqlTime['type']
}

/**
 * The beginning of the period that holds a time, in the time's type. Engines know weeks from Monday and years from January;
 * the periods that begin later are those of a time moved back, moved forth again.
 */
export function periodStart(engine: EngineTimes, time: SqlText, period: PeriodOfType): SqlText {
  const { grain, type } = period
  if (isCustomGrain(grain)) return listedStart(engine, { time: { text: time, type }, grain })
  const start = shiftedStart(engine, time, { grain, type })
  const first = firstWholePeriod(engine, grain)
  if (first === null) return start
  const literal = (moment: bigint) =>
    engine.literal(moment, period.type === 'DATE' ? 'DATE' : 'TIMESTAMP')
  const earliest = literal(getEngineCalendar(engine).first)
  return sqlText`(CASE WHEN ${time} < ${literal(first)} THEN ${earliest} ELSE ${start} END)`
}

/** The last day of the period that holds a DATE; NULL where it is beyond the calendar. */
export function periodEnd(engine: EngineTimes, date: SqlText, grain: Grain): SqlText {
  if (isCustomGrain(grain)) return listedEnd(engine, date, grain)
  const start = shiftedStart(engine, date, { grain, type: 'DATE' })
  const next = engine.moved(start, raw(1), { grain: toPlainGrain(grain), type: 'DATE' })
  const usualLast = engine.moved(next, raw(-1), { grain: 'DAY', type: 'DATE' })
  const last =
    engine.isBounded === true ? boundedLast(engine, date, { grain, usualLast }) : usualLast
  const first = firstWholePeriod(engine, grain)
  const end = lastEnd(getEngineCalendar(engine), grain)
  if (first === null && end === null) return last
  const early =
    first === null
      ? null
      : sqlText`WHEN ${date} < ${engine.literal(first, 'DATE')} THEN ${engine.literal(first - DAY, 'DATE')}`
  const usual =
    end === null
      ? sqlText`ELSE ${last}`
      : sqlText`WHEN ${date} <= ${engine.literal(end, 'DATE')} THEN ${last}`
  return sqlText`(CASE ${early === null ? usual : joinSql([early, usual], ' ')} END)`
}

/** The last day of a period, of the last one in the calendar that of the calendar. */
function boundedLast(
  engine: EngineTimes,
  date: SqlText,
  { grain, usualLast }: { readonly grain: ComputedGrain; readonly usualLast: SqlText },
): SqlText {
  const { last } = getEngineCalendar(engine)
  const start = engine.literal(truncate(last, grain), 'DATE')
  return sqlText`(CASE WHEN ${date} >= ${start} THEN ${engine.literal(last, 'DATE')} ELSE ${usualLast} END)`
}

/** How many beginnings of a period lie between two times, as an INT. */
export function periodsBetween(
  engine: EngineTimes,
  [from, to]: readonly [SqlTime, SqlTime],
  grain: Grain,
): SqlText {
  if (isCustomGrain(grain)) {
    return sqlText`(${listedNumber(engine, { time: to, grain })} - ${listedNumber(engine, { time: from, grain })})`
  }
  if (computeGrainShift(grain).count === 0) return engine.difference(from, to, toPlainGrain(grain))
  return sqlText`(${periodNumber(engine, to, grain)} - ${periodNumber(engine, from, grain)})`
}

/** The number of the period that holds a time; the numbers of neighbours differ by one. */
function periodNumber(engine: EngineTimes, time: SqlTime, grain: ComputedGrain): SqlText {
  const shift = computeGrainShift(grain)
  if (shift.grain === 'MONTH') {
    const [year, month] = [engine.part(time.text, 'Year'), engine.part(time.text, 'Month')]
    const months = sqlText`(${year} * 12 + ${month} - ${raw(1 + shift.count)})`
    return engine.quotient(months, toPlainGrain(grain) === 'YEAR' ? 12 : 3)
  }
  const { first } = getEngineCalendar(engine)
  const start: SqlTime = { text: engine.literal(first, 'TIMESTAMP'), type: 'TIMESTAMP' }
  const days = engine.difference(start, time, 'DAY')
  const before = Number((nextPeriod(first, grain) - first) / DAY)
  return engine.quotient(sqlText`(${days} + ${raw(7 - before)})`, 7)
}

function shiftedStart(
  engine: EngineTimes,
  time: SqlText,
  { grain, type }: PeriodOfType & { readonly grain: ComputedGrain },
): SqlText {
  const shift = computeGrainShift(grain)
  const step = { grain: toPlainGrain(grain), type }
  if (shift.count === 0) return engine.truncated(time, step)
  const by = { grain: shift.grain, type }
  const start = engine.truncated(engine.moved(time, raw(-shift.count), by), step)
  return engine.moved(start, raw(shift.count), by)
}

/** The first period that begins in the calendar of an engine, where the calendar begins within one; else null. */
function firstWholePeriod(engine: EngineTimes, grain: ComputedGrain): bigint | null {
  if (computeGrainShift(grain).count === 0) return null
  const { first } = getEngineCalendar(engine)
  return nextPeriod(first - 1n, grain) === first ? null : nextPeriod(first, grain)
}

function getEngineCalendar({ calendar = CALENDAR }: EngineTimes): Calendar {
  return calendar
}

/** Up to where a period ends within a calendar; null when the last day of the calendar ends one. */
function lastEnd({ last }: Calendar, grain: Grain): bigint | null {
  return nextPeriod(last, grain) - 1n === last ? null : truncate(last, grain) - 1n
}
