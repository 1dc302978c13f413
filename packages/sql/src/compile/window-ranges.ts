import { splitConjunction, timeConditions } from '@tributary/attribution/internal'
import {
  evaluate,
  findConditionIntervals,
  type Interval,
  parseTime,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import { clockStretches, DAY } from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import { bind, joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import { columnName, compileConjunct, compileExpression } from './compile-expression.ts'

/**
 * The condition of a window. Where the time zone of the connection is known, conditions on a time become ranges of the
 * bare column, so that the engine need not find out what the clock showed at each moment.
 */
export function compileWindow(condition: TypedExpr, dialect: SqlDialect): SqlText {
  const { timeZone } = dialect
  if (timeZone === undefined) return compileExpression(condition, dialect)
  const ranges: SqlText[] = []
  let remainingConditions = splitConjunction(condition)
  for (const time of timesIn(condition)) {
    const intervals = intervalsAt(condition, time, timeZone)
    if (intervals === null) continue
    ranges.push(compileTimeRanges(time, intervals, dialect))
    remainingConditions = remainingConditions.filter(
      (conjunct) => timeConditions(conjunct, time) === null,
    )
  }
  if (ranges.length === 0) return compileExpression(condition, dialect)
  return joinSql(
    [...ranges, ...remainingConditions.map((conjunct) => compileConjunct(conjunct, dialect))],
    ' AND ',
  )
}

/** The columns of times in a condition, each once. */
function timesIn(condition: TypedExpr): readonly TypedReference[] {
  const times = typedReferences(condition).filter(
    ({ type, table }) => type === 'TIMESTAMP' && table !== null,
  )
  return [...new Map(times.map((time) => [`${time.table}.${time.name}`, time])).values()]
}

/** More ranges are not faster than the condition that they stand for. */
const MOST_RANGES = 8

/** The intervals of a time that a condition names; null where the condition says anything else of it, or no moment stands for an end. */
function intervalsAt(
  condition: TypedExpr,
  time: TypedReference,
  timeZone: string,
): readonly Interval[] | null {
  const timed = timeConditions(condition, time)!
  const isTime = ({ table, name }: TypedReference) => table === time.table && name === time.name
  const intervals = findConditionIntervals(timed, isTime)
  if (intervals === null || intervals.length === 0 || intervals.length > MOST_RANGES) return null
  // Intervals say nothing about NULL.
  if (evaluate(timed, () => null) === true) return null
  return intervals.every(({ from, to }) => isSharp(from, timeZone) && isSharp(to, timeZone))
    ? intervals
    : null
}

/** Times whose moments are known: later changes of clocks are ignored, and engines round nanoseconds before 1970 up. */
const [FIRST, LAST] = [parseTime('1970-01-02')!, parseTime('2100-01-01')!]

/** More than a zone has ever moved its clock. */
const MARGIN = 2n * DAY

/**
 * Whether the clock showed a time once, so that it shows an earlier one before that moment and no earlier one after it.
 * False for a time that came twice or not at all, and for the ends of such times.
 */
export function isSharp(time: bigint | null, timeZone: string): time is bigint {
  if (time === null || time < FIRST || time > LAST) return false
  const stretches = clockStretches(timeZone, time - MARGIN, time + MARGIN)
  return stretches.every(({ to: end }, i) => {
    const start = stretches[i + 1]?.from ?? null
    if (end === null || start === null) return true
    return (time < end && time < start) || (time > end && time > start)
  })
}

function compileTimeRanges(
  time: TypedReference,
  intervals: readonly Interval[],
  dialect: SqlDialect,
): SqlText {
  const column = raw(columnName(time.table!, time.name, dialect))
  const ranges = intervals.map(({ from, to }) => {
    const [first, end] = [bindMoment(from!, dialect), bindMoment(to!, dialect)]
    return sqlText`(${column} >= ${first} AND ${column} < ${end})`
  })
  return ranges.length === 1 ? ranges[0]! : sqlText`(${joinSql(ranges, ' OR ')})`
}

/** The moment at which the clock of the connection shows a time that is sharp. */
export function bindMoment(time: bigint, { moment }: SqlDialect): SqlText {
  const bound = bind({ type: 'TIMESTAMP', value: time })
  return moment === undefined ? bound : moment(bound)
}
