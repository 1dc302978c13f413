import type { Lookup, RowSet, TableUse } from '@tributary/attribution'
import { type TypedExpr, typedReferences, type ValueType } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import { tableName } from '../text/names.ts'
import { type SqlStatement, toStatement } from '../text/sql-statement.ts'
import { joined, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import {
  columnName,
  compileConjunct,
  compileExpression,
  compileUnheld,
} from './compile-expression.ts'

/** The lines of a FROM clause: `FROM base`, and `LEFT JOIN … ON …` for each lookup. */
export function compileRows(rows: RowSet, dialect: SqlDialect): readonly SqlText[] {
  const lines = rows.lookups.map(
    (lookup) =>
      sqlText`LEFT JOIN ${compileLookup(lookup, dialect)} ON ${compileOn(lookup, dialect)}`,
  )
  return [sqlText`FROM ${compileTable(rows.base, dialect)}`, ...lines]
}

/** The WHERE clause of conditions that all must hold; no line without any. `bounds` come first, as engines find ranges there. */
export function compileWhere(
  bounds: readonly SqlText[],
  conditions: readonly TypedExpr[],
  dialect: SqlDialect,
): readonly SqlText[] {
  const all = [...bounds, ...conditions.map((one) => compileConjunct(one, dialect))]
  return all.length === 0 ? [] : [sqlText`WHERE ${joined(all, ' AND ')}`]
}

/** A table under its alias. */
function compileTable(use: TableUse, dialect: SqlDialect): SqlText {
  return raw(`${tableName(use.table, dialect)} AS ${dialect.identifier(use.alias)}`)
}

function compileOn(lookup: Lookup, dialect: SqlDialect): SqlText {
  const pairs = lookup.on.map(({ left, right }) => compared(left, '=', right, dialect))
  return joined([...pairs, ...compileAsOf(lookup, dialect)], ' AND ')
}

function compared(
  left: TypedExpr,
  op: ComparisonOperator,
  right: TypedExpr,
  dialect: SqlDialect,
): SqlText {
  return compileExpression({ kind: 'comparison', type: 'BOOLEAN', op, left, right }, dialect)
}

/** The time of the next row with the same key, in a lookup as of a time. */
const NEXT = 'tributary_next'

/**
 * The table of a lookup. Where that is as of a time, each row has in the column {@link NEXT} when the next row of its key begins,
 * so that of rows with one time only the last holds.
 */
function compileLookup(lookup: Lookup, dialect: SqlDialect): SqlText {
  const { asOf, on } = lookup
  if (asOf === undefined) return compileTable(lookup, dialect)
  const time = compileExpression(asOf.right, dialect)
  const keys = joined(
    on.map(({ right }) => compileExpression(right, dialect)),
    ', ',
  )
  const order = asOf.order.map((one) => {
    const value = compileExpression(one, dialect)
    const ordered = one.type === 'STRING' ? (dialect.byCodePoint?.(value) ?? value) : value
    return sqlText`${ordered} NULLS FIRST`
  })
  const window = sqlText`PARTITION BY ${keys} ORDER BY ${joined([time, ...order], ', ')} ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING`
  // The least of no row is NULL of a value that may be NULL alone, in ClickHouse.
  const next = sqlText`MIN(CASE WHEN ${time} IS NOT NULL THEN ${time} END) OVER (${window})`
  const end = withEnd(next, asOf.right.type, dialect)
  const from = sqlText`FROM ${compileTable(lookup, dialect)} WHERE ${time} IS NOT NULL`
  const alias = raw(dialect.identifier(lookup.alias))
  return sqlText`(SELECT ${alias}.*, ${end}${raw(` AS ${NEXT}`)} ${from}) AS ${alias}`
}

/** The conditions for the row as of a time, besides those on its key. */
function compileAsOf({ asOf, alias }: Lookup, dialect: SqlDialect): readonly SqlText[] {
  if (asOf === undefined) return []
  const { left, right, after, until } = asOf
  const next = raw(`${dialect.identifier(alias)}.${NEXT}`)
  const isBefore = (end: SqlText): SqlText => {
    const found = dialect.comparison('<', compileExpression(left, dialect), end, right.type)
    return dialect.afterAll === undefined ? sqlText`(${end} IS NULL OR ${found})` : found
  }
  const ends = until && withEnd(compileExpression(until, dialect), until.type, dialect)
  return [
    compared(left, '>=', right, dialect),
    isBefore(next),
    ...(after === undefined ? [] : [compared(right, '>', after, dialect)]),
    ...(ends === undefined ? [] : [isBefore(ends)]),
  ]
}

/** A time, with one after all others in place of NULL where the engine has one. */
function withEnd(time: SqlText, type: ValueType, dialect: SqlDialect): SqlText {
  const end = dialect.afterAll?.(type === 'DATE' ? 'DATE' : 'TIMESTAMP')
  return end === undefined ? time : sqlText`COALESCE(${time}, ${end})`
}

/**
 * The statement for the first and the last time of a table before any filter: one row of two TIMESTAMPs. It is a
 * statement of its own because an aggregate request reads only the rows of its windows. Lookups are joined only when the time needs one.
 */
export function compileFrontier(rows: RowSet, time: TypedExpr, dialect: SqlDialect): SqlStatement {
  const { base } = rows
  const own = isOfBase(rows, time)
  const bare = bareMoments(time, dialect)
  const value = bare ?? dialect.timestamp(compileUnheld(time, dialect))
  const lines = joined(compileRows(own ? { base, lookups: [] } : rows, dialect), '\n  ')
  const found = sqlText`SELECT MIN(${value}) AS first, MAX(${value}) AS last\n  ${lines}`
  const ends = (read: (end: string) => string) =>
    raw(['first', 'last'].map((end) => `${read(end)} AS ${end}`).join(',\n  '))
  const clock = ends((end) => dialect.column(end, 'TIMESTAMP', dialect.timeZone))
  const from = bare === null ? found : sqlText`SELECT ${clock} FROM (\n  ${found}\n) AS moments`
  const held = ends((end) => dialect.inCalendar(end, 'TIMESTAMP'))
  return toStatement(sqlText`SELECT\n  ${held}\nFROM (\n  ${from}\n) AS reached`, dialect)
}

/** The tables that {@link compileFrontier} reads. */
export function frontierTables(rows: RowSet, time: TypedExpr): readonly (readonly string[])[] {
  const read = isOfBase(rows, time) ? [rows.base] : [rows.base, ...rows.lookups]
  return read.map(({ table }) => table)
}

function isOfBase({ base }: RowSet, time: TypedExpr): boolean {
  return typedReferences(time).every((reference) => reference.table === base.alias)
}

/**
 * A bare column of moments whose order is that of the wall clock, as where clocks never change: it need not be converted row by
 * row. Null otherwise.
 */
function bareMoments(time: TypedExpr, dialect: SqlDialect): SqlText | null {
  const isBare = time.kind === 'reference' && time.table !== null && time.type === 'TIMESTAMP'
  if (!isBare || dialect.timeZone !== 'UTC') return null
  return raw(columnName(time.table!, time.name, dialect))
}

/**
 * The statement for one key that several rows of a lookup have; it gives no row when every key is unique. Joining a
 * lookup with such a key would count rows of the base more than once.
 */
export function compileRepeatedKey(lookup: Lookup, dialect: SqlDialect): SqlStatement {
  const keys = lookup.on.map(({ right }) => compileExpression(right, dialect))
  const names = keys.map((_, i) => `k${i}`)
  const selected = keys.map((key, i) => sqlText`${key}${raw(` AS ${names[i]}`)}`)
  const known = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
  const from = sqlText`FROM (SELECT ${joined(selected, ', ')} FROM ${compileTable(lookup, dialect)}) AS keyed`
  const rest = raw(`WHERE ${known}\nGROUP BY ${names.join(', ')}\nHAVING COUNT(*) > 1\nLIMIT 1`)
  return toStatement(joined([raw(`SELECT ${names.join(', ')}`), from, rest], '\n'), dialect)
}
