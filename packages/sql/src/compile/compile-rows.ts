import type { Lookup, RowSet, TableUse } from '@tributary/attribution'
import { type SqlText, sqlText } from '@tributary/expression'
import type { SqlDialect } from '../dialects/dialect.ts'
import { compileExpression } from './compile-expression.ts'
import { joined, raw } from './sql-pieces.ts'
import { tableName } from './table-name.ts'

/** The lines `FROM base` and `LEFT JOIN … ON …` per lookup. */
export function compileRows(rows: RowSet, dialect: SqlDialect): readonly SqlText[] {
  const lines = rows.lookups.map(
    (lookup) =>
      sqlText`LEFT JOIN ${compileTable(lookup, dialect)} ON ${compileOn(lookup, dialect)}`,
  )
  return [sqlText`FROM ${compileTable(rows.base, dialect)}`, ...lines]
}

/** A table under its alias. */
export function compileTable(use: TableUse, dialect: SqlDialect): SqlText {
  return raw(`${tableName(use.table, dialect)} AS ${dialect.identifier(use.alias)}`)
}

function compileOn(lookup: Lookup, dialect: SqlDialect): SqlText {
  const pairs = lookup.on.map(({ left, right }) =>
    compileExpression({ kind: 'comparison', type: 'BOOLEAN', op: '=', left, right }, dialect),
  )
  return joined(pairs, ' AND ')
}
