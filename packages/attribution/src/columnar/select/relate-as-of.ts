import type { TypedExpr, Value } from '@tributary/expression'
import { compareValues, DAY } from '@tributary/expression/internal'
import type { AsOf } from '../../request/source.ts'
import { type RowSpace, rowReader } from './row-space.ts'

/** The key of a row as text; null when a part of it is NULL. */
export type KeyReader = (row: number) => string | null

/** The two sides of a lookup as of a time. */
export interface RelatedAsOf {
  readonly left: RowSpace
  readonly right: RowSpace
  readonly leftKey: KeyReader
  readonly rightKey: KeyReader
}

/** For each row of `left` the row of `right` that a lookup as of a time finds; -1 for none. */
export function relateAsOfTime(
  asOf: AsOf,
  { left, right, leftKey, rightKey }: RelatedAsOf,
): Int32Array {
  const timed = rowsInOrder(asOf, right, rightKey)
  const timeOf = momentReader(asOf.left, left)
  const after = asOf.after === undefined ? null : momentReader(asOf.after, left)
  const until = asOf.until === undefined ? null : momentReader(asOf.until, right)
  return Int32Array.from({ length: left.rowCount }, (_, row) => {
    const key = leftKey(row)
    const time = timeOf(row)
    const rows = key === null || time === null ? undefined : timed.get(key)
    if (rows === undefined) return -1
    const timedRow = lastNotAfter(rows, time!)
    if (timedRow === undefined) return -1
    if (after !== null) {
      const limit = after(row)
      if (limit === null || timedRow.time <= limit) return -1
    }
    const end = until === null ? null : until(timedRow.row)
    return end !== null && time! >= end ? -1 : timedRow.row
  })
}

interface TimedRow {
  readonly row: number
  readonly time: bigint
}

/** By key the rows that have a time, in order of time. */
function rowsInOrder(
  { right: time, order }: AsOf,
  right: RowSpace,
  keyOf: KeyReader,
): ReadonlyMap<string, readonly TimedRow[]> {
  const timeOf = momentReader(time, right)
  const byKey = new Map<string, TimedRow[]>()
  for (let row = 0; row < right.rowCount; row++) {
    const key = keyOf(row)
    const moment = key === null ? null : timeOf(row)
    if (moment === null) continue
    const rows = byKey.get(key!)
    if (rows === undefined) byKey.set(key!, [{ row, time: moment }])
    else rows.push({ row, time: moment })
  }
  const readers = order.map((expression) => rowReader(expression, right))
  const compare = (a: TimedRow, b: TimedRow): number => {
    if (a.time !== b.time) return a.time < b.time ? -1 : 1
    for (const valueIn of readers) {
      const comparison = compareNullFirst(valueIn(a.row), valueIn(b.row))
      if (comparison !== 0) return comparison
    }
    return 0
  }
  for (const rows of byKey.values()) rows.sort(compare)
  return byKey
}

function compareNullFirst(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return compareValues(a, b)
}

function lastNotAfter(rows: readonly TimedRow[], time: bigint): TimedRow | undefined {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (rows[middle]!.time <= time) from = middle + 1
    else to = middle
  }
  return rows[from - 1]
}

/** The times of an expression in microseconds since 1970-01-01. */
function momentReader(typed: TypedExpr, space: RowSpace): (row: number) => bigint | null {
  const read = rowReader(typed, space)
  return (row) => {
    const value = read(row)
    if (value === null) return null
    return typed.type === 'DATE' ? BigInt(value as number) * DAY : (value as bigint)
  }
}
