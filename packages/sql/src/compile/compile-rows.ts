import type { Lookup, RowSet, TableUse } from '@tributary/attribution'
import { listTableUses } from '@tributary/attribution/internal'
import { type TypedExpr, typedReferences, type ValueType } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import type { SqlDialect } from '../dialects/dialect.ts'
import { tableName } from '../text/names.ts'
import { type SqlStatement, toStatement } from '../text/sql-statement.ts'
import { joinSql, raw, type SqlText, sqlText } from '../text/sql-text.ts'
import {
  columnName,
  compileConjunct,
  compileExpression,
  compileUnclamped,
} from './compile-expression.ts'

/** The expressions of a query over rows. */
export interface RowsRead {
  /** Everything that is computed from them: a table of which only some rows are visible has no other columns. */
  readonly expressions: readonly TypedExpr[]
  /** Conditions on columns of the base that every row fulfils which counts. @defaultValue none */
  readonly bounds?: readonly SqlText[]
}

/** The lines of a FROM clause: `FROM base`, and `LEFT JOIN … ON …` for each lookup. */
export function compileRows(
  { base, lookups }: RowSet,
  { expressions, bounds = [] }: RowsRead,
  dialect: SqlDialect,
): readonly SqlText[] {
  const isRestricted = [base, ...lookups].some(({ visible }) => visible !== undefined)
  const used = isRestricted ? [...expressions, ...lookups.flatMap(listLookupExpressions)] : []
  const lines = lookups.map(
    (lookup) =>
      sqlText`LEFT JOIN ${compileLookup(lookup, used, dialect)} ON ${compileOn(lookup, dialect)}`,
  )
  return [sqlText`FROM ${compileTable(base, { expressions: used, bounds }, dialect)}`, ...lines]
}

function listLookupExpressions({ on, asOf }: Lookup): readonly TypedExpr[] {
  const keys = on.flatMap(({ left, right }) => [left, right])
  if (asOf === undefined) return keys
  const { left, right, order, after, until } = asOf
  return [...keys, left, right, ...order, ...[after, until].filter((time) => time !== undefined)]
}

/** The WHERE clause of conditions that all must hold; no line without any. `bounds` come first, as engines find ranges there. */
export function compileWhere(
  bounds: readonly SqlText[],
  conditions: readonly TypedExpr[],
  dialect: SqlDialect,
): readonly SqlText[] {
  const all = [...bounds, ...conditions.map((condition) => compileConjunct(condition, dialect))]
  return all.length === 0 ? [] : [sqlText`WHERE ${joinSql(all, ' AND ')}`]
}

/** Whether a row is visible, in the subquery of a table of which only some rows are. */
const VISIBLE = 'tributary_visible'

/**
 * A table under its alias. Where only some of its rows are visible, a subquery gives these, and each of its columns is
 * NULL on any other row. A WHERE clause alone is no barrier: engines evaluate conditions in any order, also those of
 * queries around it, so an expression could fail on a row that is not visible and tell what is in it.
 */
export function compileTable(
  { table, alias, visible }: TableUse,
  { expressions, bounds = [] }: RowsRead,
  dialect: SqlDialect,
): SqlText {
  const quoted = dialect.identifier(alias)
  const named = raw(`${tableName(table, dialect)} AS ${quoted}`)
  if (visible === undefined) return named
  const { condition, lookups } = visible
  const columns = findUsedColumns(alias, expressions).map(dialect.identifier)
  const tested = joinSql(
    [
      sqlText`${compileExpression(condition, dialect)}${raw(` AS ${VISIBLE}`)}`,
      ...columns.map((column, i) => raw(`${quoted}.${column} AS c${i}`)),
    ],
    ', ',
  )
  const base = { table, alias }
  const rows = [
    ...compileRows({ base, lookups }, { expressions: [condition] }, dialect),
    ...compileWhere(bounds, [], dialect),
  ]
  const masked = columns.map((column, i) => `CASE WHEN ${VISIBLE} THEN c${i} END AS ${column}`)
  const selected = raw(`SELECT ${masked.length > 0 ? masked.join(', ') : VISIBLE}`)
  const from = sqlText`FROM (SELECT ${tested} ${joinSql(rows, ' ')}) AS tested`
  return sqlText`(${selected} ${from}${raw(` WHERE ${VISIBLE}) AS ${quoted}`)}`
}

/** The columns of a table that expressions name, each once. */
function findUsedColumns(alias: string, expressions: readonly TypedExpr[]): readonly string[] {
  const references = expressions.flatMap(typedReferences)
  return [...new Set(references.filter(({ table }) => table === alias).map(({ name }) => name))]
}

function compileOn(lookup: Lookup, dialect: SqlDialect): SqlText {
  const pairs = lookup.on.map(({ left, right }) => compileJoinComparison(left, '=', right, dialect))
  return joinSql([...pairs, ...compileAsOfConditions(lookup, dialect)], ' AND ')
}

function compileJoinComparison(
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
function compileLookup(
  lookup: Lookup,
  expressions: readonly TypedExpr[],
  dialect: SqlDialect,
): SqlText {
  const { asOf, on } = lookup
  const table = compileTable(lookup, { expressions }, dialect)
  if (asOf === undefined) return table
  const time = compileExpression(asOf.right, dialect)
  const keys = joinSql(
    on.map(({ right }) => compileExpression(right, dialect)),
    ', ',
  )
  const order = asOf.order.map((expression) => {
    const value = compileExpression(expression, dialect)
    const ordered = expression.type === 'STRING' ? (dialect.byCodePoint?.(value) ?? value) : value
    return sqlText`${ordered} NULLS FIRST`
  })
  const window = sqlText`PARTITION BY ${keys} ORDER BY ${joinSql([time, ...order], ', ')} ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING`
  // The least of no row is NULL of a value that may be NULL alone, in ClickHouse.
  const next = sqlText`MIN(CASE WHEN ${time} IS NOT NULL THEN ${time} END) OVER (${window})`
  const end = withEnd(next, asOf.right.type, dialect)
  const from = sqlText`FROM ${table} WHERE ${time} IS NOT NULL`
  const alias = raw(dialect.identifier(lookup.alias))
  return sqlText`(SELECT ${alias}.*, ${end}${raw(` AS ${NEXT}`)} ${from}) AS ${alias}`
}

/** The conditions for the row as of a time, besides those on its key. */
function compileAsOfConditions({ asOf, alias }: Lookup, dialect: SqlDialect): readonly SqlText[] {
  if (asOf === undefined) return []
  const { left, right, after, until } = asOf
  const next = raw(`${dialect.identifier(alias)}.${NEXT}`)
  const isBefore = (end: SqlText): SqlText => {
    const comparison = dialect.comparison('<', compileExpression(left, dialect), end, right.type)
    return dialect.afterAll === undefined ? sqlText`(${end} IS NULL OR ${comparison})` : comparison
  }
  const ends = until && withEnd(compileExpression(until, dialect), until.type, dialect)
  return [
    compileJoinComparison(left, '>=', right, dialect),
    isBefore(next),
    ...(after === undefined ? [] : [compileJoinComparison(right, '>', after, dialect)]),
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
  const isFromBase = isOfBase(rows, time)
  const bare = findBareColumn(time, dialect)
  const value = bare ?? dialect.timestamp(compileUnclamped(time, dialect))
  const read = isFromBase ? { base, lookups: [] } : rows
  const lines = joinSql(compileRows(read, { expressions: [time] }, dialect), '\n  ')
  const extremesQuery = sqlText`SELECT MIN(${value}) AS first, MAX(${value}) AS last\n  ${lines}`
  const toClock = (end: string): SqlText =>
    time.type === 'DATE'
      ? dialect.timestamp(raw(end))
      : raw(dialect.column(end, 'TIMESTAMP', dialect.timeZone))
  const toCalendar = (end: string): SqlText => raw(dialect.inCalendar(end, 'TIMESTAMP'))
  const from =
    bare === null
      ? extremesQuery
      : sqlText`SELECT ${readEnds(toClock)} FROM (\n  ${extremesQuery}\n) AS moments`
  return toStatement(
    sqlText`SELECT\n  ${readEnds(toCalendar)}\nFROM (\n  ${from}\n) AS reached`,
    dialect,
  )
}

/** The columns of the first and the last time, each read by an expression. */
function readEnds(read: (end: string) => SqlText): SqlText {
  const ends = ['first', 'last'].map((end) => sqlText`${read(end)}${raw(` AS ${end}`)}`)
  return joinSql(ends, ',\n  ')
}

/** The tables that {@link compileFrontier} reads. */
export function frontierTables(rows: RowSet, time: TypedExpr): readonly (readonly string[])[] {
  const lookups = isOfBase(rows, time) ? [] : rows.lookups
  return listTableUses({ base: rows.base, lookups }).map(({ table }) => table)
}

function isOfBase({ base }: RowSet, time: TypedExpr): boolean {
  return typedReferences(time).every((reference) => reference.table === base.alias)
}

/**
 * A bare column whose order is that of the wall clock: one of dates, or of moments where clocks never change. It need not be
 * converted row by row, and an index or the metadata of a file gives its ends. Null otherwise.
 */
function findBareColumn(time: TypedExpr, { timeZone, ...dialect }: SqlDialect): SqlText | null {
  if (time.kind !== 'reference' || time.table === null) return null
  const isClock = time.type === 'DATE' || (time.type === 'TIMESTAMP' && timeZone === 'UTC')
  return isClock ? raw(columnName(time.table, time.name, dialect)) : null
}

/**
 * The statement for one key that several rows of a lookup have; it gives no row when every key is unique. Joining a
 * lookup with such a key would count rows of the base more than once.
 */
export function compileRepeatedKey(lookup: Lookup, dialect: SqlDialect): SqlStatement {
  const keys = lookup.on.map(({ right }) => compileExpression(right, dialect))
  const names = keys.map((_, i) => `k${i}`)
  const selected = keys.map((key, i) => sqlText`${key}${raw(` AS ${names[i]}`)}`)
  const notNullConditions = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
  const expressions = lookup.on.map(({ right }) => right)
  const table = compileTable(lookup, { expressions }, dialect)
  const from = sqlText`FROM (SELECT ${joinSql(selected, ', ')} FROM ${table}) AS keyed`
  // Of several keys the first one is named, in whatever order the engine reads the rows.
  const order = names.join(', ')
  const clauses = raw(
    `WHERE ${notNullConditions}\nGROUP BY ${order}\nHAVING COUNT(*) > 1\nORDER BY ${order}\nLIMIT 1`,
  )
  return toStatement(joinSql([raw(`SELECT ${names.join(', ')}`), from, clauses], '\n'), dialect)
}
