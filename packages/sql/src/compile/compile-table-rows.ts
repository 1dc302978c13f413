import type { TableUse } from '@tributary/attribution'
import type { TypedExpr, ValueType } from '@tributary/expression'
import type { SqlDialect } from '../dialects/dialect.ts'
import { keyText } from '../results/key-text.ts'
import type { SqlResult } from '../results/sql-result.ts'
import { literalIn } from '../text/names.ts'
import { type SqlStatement, toStatement } from '../text/sql-statement.ts'
import { joinSql, raw, sqlText } from '../text/sql-text.ts'
import { compileExpression } from './compile-expression.ts'
import { compileTable } from './compile-rows.ts'

/** A column of a table as the language reads it. */
export interface ReadColumn {
  readonly name: string
  readonly type: ValueType
}

/** The statement for the visible rows of a table, at most so many, with the values that expressions see. */
export function compileTableRows(
  use: TableUse,
  { columns, most }: { readonly columns: readonly ReadColumn[]; readonly most: number },
  dialect: SqlDialect,
): SqlStatement {
  const expressions = columns.map(({ name, type }): TypedExpr => {
    return { kind: 'reference', type, table: use.alias, name }
  })
  const selected = columns.map(({ name, type }, index) => {
    const value = dialect.key(compileExpression(expressions[index]!, dialect), type)
    return sqlText`${value}${raw(` AS ${dialect.identifier(name)}`)}`
  })
  const from = compileTable(use, { expressions }, dialect)
  const limit = raw(`\nLIMIT ${most}`)
  return toStatement(sqlText`SELECT ${joinSql(selected, ', ')}\nFROM ${from}${limit}`, dialect)
}

/** Rows that a statement is given. */
export interface GivenRows {
  readonly columns: readonly ReadColumn[]
  readonly result: SqlResult
}

/** A query that gives rows which stand in its text. It runs in DuckDB, PostgreSQL and Trino. */
export function rowsQuery({ columns, result }: GivenRows, dialect: SqlDialect): string {
  const texts = result.columns.map(keyText)
  const lines = Array.from({ length: result.rowCount }, (_, row) => {
    const values = texts.map((values) => textLiteral(values[row] ?? null, dialect))
    return `(${values.join(', ')})`
  })
  // VALUES needs a row; a column of the first has no value that the others could differ from.
  const rows = lines.length > 0 ? lines : [`(${columns.map(() => 'NULL').join(', ')})`]
  const places = columns.map((_, i) => `c${i}`)
  const selected = columns.map(({ name, type }, i) => {
    const column = result.columns[i]
    const scale = column?.kind === 'exact' ? column.scale : 0
    const value = `CAST(c${i} AS ${dialect.typeName(type, scale)})`
    return `${value} AS ${dialect.identifier(name)}`
  })
  const condition = lines.length > 0 ? '' : ' WHERE 1 = 0'
  return `SELECT ${selected.join(', ')} FROM (VALUES ${rows.join(',\n')}) AS given(${places.join(', ')})${condition}`
}

function textLiteral(value: string | null, dialect: SqlDialect): string {
  return value === null ? 'NULL' : literalIn(dialect, value)
}
