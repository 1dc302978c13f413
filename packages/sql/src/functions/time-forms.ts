import { addGrain, type Grain, type PlainGrain } from '@tributary/expression'
import {
  CALENDAR,
  computedGrainAt,
  grainAt,
  isFinerThanDay,
  maxPeriods,
  type ScalarFunctionName,
  TIME_PARTS,
  type TimePart,
  toPlainGrain,
} from '@tributary/expression/internal'
import { raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { periodEnd, periodStart, periodsBetween } from './calendar-periods.ts'
import type { EngineTimes, GrainOfType, SqlTime } from './engine-times.ts'
import type { FormsOf, SqlArgument, SqlForm } from './sql-form.ts'

/** The functions that compute with times. */
export function timeForms(
  engine: EngineTimes,
): FormsOf<'DateTrunc' | 'DateAdd' | 'DateDiff' | 'LastDay' | TimePart> {
  return {
    DateTrunc: ([time], { args, type }) =>
      periodStart(engine, time!.text, { grain: grainAt(args, 1), type }),
    DateAdd: ([time, count], { args, type }) =>
      movedInCalendar(engine, time!, count!, {
        grain: toPlainGrain(computedGrainAt(args, 2)),
        type,
      }),
    DateDiff: ([from, to], { args }) =>
      periodsBetween(engine, [toSqlTime(from!), toSqlTime(to!)], grainAt(args, 2)),
    LastDay: ([time], { args }) => lastDay(engine, time!, grainAt(args, 1)),
    ...partForms(engine),
  }
}

function toSqlTime({ text, typed }: SqlArgument): SqlTime {
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
