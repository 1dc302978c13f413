import type { RowSet } from '@tributary/attribution'
import { sqlText, type TypedExpr, typedReferences } from '@tributary/expression'
import type { SqlDialect } from '../dialects/dialect.ts'
import { compileExpression } from './compile-expression.ts'
import { compileRows } from './compile-rows.ts'
import { joined } from './sql-pieces.ts'
import { type SqlStatement, toStatement } from './sql-statement.ts'

/**
 * First and last time of a table before any filter, as one row of two TIMESTAMPs. A statement of its own: the
 * rows of an aggregate request are only those of its windows. Lookups are joined only when the time needs one.
 */
export function compileFrontier(rows: RowSet, time: TypedExpr, dialect: SqlDialect): SqlStatement {
  const { base } = rows
  const own = typedReferences(time).every((reference) => reference.table === base.alias)
  const value = dialect.timestamp(compileExpression(time, dialect))
  const from = joined(compileRows(own ? { base, lookups: [] } : rows, dialect), '\n')
  return toStatement(
    sqlText`SELECT\n  MIN(${value}) AS first,\n  MAX(${value}) AS last\n${from}`,
    dialect,
  )
}
