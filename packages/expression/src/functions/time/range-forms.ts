import { addGrain, isFinerThanDay } from '../../time/grains.ts'
import type { Grain, ValueType } from '../../values/value-type.ts'
import type { SqlForms } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import { moved } from './add-forms.ts'
import { mostPeriods } from './calendar.ts'
import { ENGINE_CALENDARS, timeLiteral } from './engine-calendars.ts'

/**
 * A time moved by periods in the SQL of an engine, NULL where the result leaves the calendar. That is asked
 * beforehand: engines fail where the language has NULL.
 */
export function movedInCalendar(
  dialect: keyof SqlForms,
  { time, count }: { readonly time: SqlArgument; readonly count: SqlArgument },
  unit: { readonly grain: Grain; readonly type: ValueType },
): SqlText {
  const sum = moved(dialect, { time: time.text, count: count.text }, unit)
  const { typed } = count
  if (typed.kind === 'constant' && typed.constant.type === 'INT') {
    const fits = fitsConstant(dialect, time, { count: typed.constant.value, grain: unit.grain })
    return fits === null ? sum : sqlText`(CASE WHEN ${fits} THEN ${sum} END)`
  }
  const fits = fitsCount(dialect, { time: time.text, count: count.text }, unit.grain)
  const most = { chunks: [String(mostPeriods(unit.grain))] }
  return sqlText`(CASE WHEN ${count.text} BETWEEN -${most} AND ${most} THEN CASE WHEN ${fits} THEN ${sum} END END)`
}

/** Whether a time stays in the calendar when it is moved by a constant number of periods; null when every one does. */
function fitsConstant(
  dialect: keyof SqlForms,
  { text, typed }: SqlArgument,
  { count, grain }: { readonly count: bigint; readonly grain: Grain },
): SqlText | null {
  if (count === 0n) return null
  const { first, last } = ENGINE_CALENDARS[dialect]
  const bound = addGrain(count > 0n ? last : first, -Number(count), grain)
  const type = typed.type === 'DATE' && !isFinerThanDay(grain) ? 'DATE' : 'TIMESTAMP'
  const limit = timeLiteral(dialect, bound, type)
  return count > 0n ? sqlText`${text} <= ${limit}` : sqlText`${text} >= ${limit}`
}

/** The same by a number of periods that is small enough to be taken off the ends of the calendar. */
function fitsCount(
  dialect: keyof SqlForms,
  { time, count }: { readonly time: SqlText; readonly count: SqlText },
  grain: Grain,
): SqlText {
  const { first, last } = ENGINE_CALENDARS[dialect]
  const shifted = (moment: bigint, by: SqlText) => {
    const end = timeLiteral(dialect, moment, 'TIMESTAMP')
    return moved(dialect, { time: end, count: by }, { grain, type: 'TIMESTAMP' })
  }
  const earliest = shifted(first, sqlText`-least(${count}, 0)`)
  const latest = shifted(last, sqlText`-greatest(${count}, 0)`)
  return sqlText`${time} >= ${earliest} AND ${time} <= ${latest}`
}
