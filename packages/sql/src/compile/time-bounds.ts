import type { AggregateRequest, RowSet } from '@tributary/attribution'
import { isNever, timeConditions, windowIntervals } from '@tributary/attribution/internal'
import {
  evaluate,
  type Interval,
  parseTime,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import { DAY, floorDivide } from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import { bind, joinSql, raw, type SqlText } from '../text/sql-text.ts'
import { columnName } from './compile-expression.ts'
import { bindMoment, isSharp } from './window-ranges.ts'

/** Conditions on a bare time column. */
export interface TimeBounds {
  readonly time: TypedReference
  readonly conditions: readonly SqlText[]
}

/**
 * Conditions on bare time columns that every row of a window fulfils, so that an engine can use an index or skip parts of
 * a table. The windows themselves compare the wall clock of a column, in several ways at once, and engines find no range
 * in that.
 */
export function windowBounds(
  { rows, windows, otherWindows = [] }: AggregateRequest,
  dialect: SqlDialect,
): readonly TimeBounds[] {
  const conditions = [windows, ...otherWindows]
    .flatMap(({ current, compare }) => [current, compare])
    .filter((condition) => !isNever(condition))
  const times = new Map(
    typedReferences(windows.current)
      .filter(({ type }) => type === 'DATE' || type === 'TIMESTAMP')
      .map((time) => [`${time.table}.${time.name}`, time]),
  )
  return [...times.values()].flatMap((time) => {
    const intervals: Interval[] = []
    for (const condition of conditions) {
      const conditionIntervals = windowIntervals(condition, time)
      if (conditionIntervals === null || includesNull(condition, time)) return []
      intervals.push(...conditionIntervals)
    }
    const hull = findOuterInterval(intervals)
    return [time, ...keysEqualTo(time, rows)].map((one): TimeBounds => {
      return { time: one, conditions: timeBounds(one, hull, dialect) }
    })
  })
}

/**
 * The columns that a time is found by, where it is the key of a lookup itself: a row that has the time has the same in
 * them, so an engine may skip parts of the table that looks it up.
 */
function keysEqualTo(time: TypedReference, { lookups }: RowSet): readonly TypedReference[] {
  const lookup = lookups.find(({ alias }) => alias === time.table)
  const keyReference = lookup?.on.find(
    ({ right }) => right.kind === 'reference' && right.name === time.name,
  )?.left
  if (keyReference?.kind !== 'reference' || keyReference.type !== time.type) return []
  return [
    keyReference,
    ...keysEqualTo(keyReference, {
      base: lookup!,
      lookups: lookups.filter((candidate) => candidate !== lookup),
    }),
  ]
}

/** Whether a row without a time may be in a window; intervals say nothing about NULL. */
export function includesNull(condition: TypedExpr, time: TypedReference): boolean {
  const timed = timeConditions(condition, time)
  return timed !== null && evaluate(timed, () => null) === true
}

/** The interval from the first to the last of some intervals; without any, one without ends. */
function findOuterInterval(intervals: readonly Interval[]): Interval {
  const ends = (end: 'from' | 'to') => intervals.map((interval) => interval[end])
  return {
    from: outermost(ends('from'), (a, b) => a < b),
    to: outermost(ends('to'), (a, b) => a > b),
  }
}

/** The outermost of some ends; null when one of them is open. */
function outermost(
  ends: readonly (bigint | null)[],
  isFurther: (a: bigint, b: bigint) => boolean,
): bigint | null {
  let most: bigint | null = null
  for (const end of ends) {
    if (end === null) return null
    if (most === null || isFurther(end, most)) most = end
  }
  return most
}

/**
 * The conditions on a bare column that hold for every time of an interval on the wall clock: its dates; the moments of its
 * ends where the time zone of the connection is known and its clock showed them once; others read in that time zone, two
 * days wider, which is more than any zone is ahead of another or has moved its clock.
 */
export function timeBounds(
  time: TypedExpr,
  { from, to }: Interval,
  dialect: SqlDialect,
): readonly SqlText[] {
  if (time.kind !== 'reference' || time.table === null) return []
  const column = raw(columnName(time.table, time.name, dialect))
  const { timeZone } = dialect
  const bound = (op: string, end: bigint, margin: bigint): readonly SqlText[] => {
    // A date has no zone; one that is not before an end begins at or after it.
    if (time.type === 'DATE') {
      const date = Number(-floorDivide(-end, DAY))
      return end < FIRST || end > LAST
        ? []
        : [joinSql([column, bind({ type: 'DATE', value: date })], ` ${op} `)]
    }
    if (time.type === 'TIMESTAMP' && timeZone !== undefined && isSharp(end, timeZone)) {
      return [joinSql([column, bindMoment(end, dialect)], ` ${op} `)]
    }
    const moment = end + margin
    if (moment < FIRST || moment > LAST) return []
    return [joinSql([column, bind({ type: 'TIMESTAMP', value: moment })], ` ${op} `)]
  }
  return [
    ...(from === null ? [] : bound('>=', from, -MARGIN)),
    ...(to === null ? [] : bound('<', to, MARGIN)),
  ]
}

const MARGIN = 2n * DAY

/** A column of nanoseconds reaches from 1677 to 2262, and engines fail when they compare it with a moment beyond. */
const [FIRST, LAST] = [parseTime('1678-01-01')!, parseTime('2262-01-01')!]
