import type { TableUse } from '@tributary/attribution'
import { compileTableRows, type GivenRows, rowsQuery } from '../compile/compile-table-rows.ts'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { RunOptions, SqlDriver } from '../drivers/sql-driver.ts'
import type { SqlStatement } from '../text/sql-statement.ts'
import type { SqlSourceOptions } from './create-sql-source.ts'

/** The columns and rows to read of a table. */
export interface TableRowsQuestion extends RunOptions {
  readonly columns: GivenRows['columns']
  /** The most rows. */
  readonly most: number
}

/** Reads the visible rows of a table as expressions see them. */
export async function readTableRows(
  { driver, dialect }: SqlSourceOptions,
  use: TableUse,
  { columns, most, ...options }: TableRowsQuestion,
): Promise<GivenRows> {
  const statement = compileTableRows(use, { columns, most }, dialect)
  return { columns, result: await driver.run(statement, options) }
}

/** A driver whose statements can also read queries by names. */
export interface ExtendedDriver extends SqlDriver {
  /** The statement that the engine runs: with the queries that are named in it. */
  extended(statement: SqlStatement): SqlStatement
}

/**
 * A driver whose statements can also read the given rows, each under its name as a table without a schema. The rows stand in
 * the text of each statement that names them.
 */
export function withRows(
  at: SqlSourceOptions,
  broughtRows: ReadonlyMap<string, GivenRows>,
): ExtendedDriver {
  const queries = new Map<string, string>()
  return withQueries(at, [...broughtRows.keys()], (name) => {
    const query = queries.get(name) ?? rowsQuery(broughtRows.get(name)!, at.dialect)
    queries.set(name, query)
    return query
  })
}

/** A driver whose statements can also read queries, each under its name as a table without a schema. */
export function withQueries(
  { driver, dialect }: SqlSourceOptions,
  names: readonly string[],
  queryOf: (name: string) => string,
): ExtendedDriver {
  const extended = (statement: SqlStatement): SqlStatement => {
    const tables = names.flatMap((name) => {
      const quoted = dialect.identifier(name)
      return statement.text.includes(quoted) ? [`${quoted} AS (${queryOf(name)})`] : []
    })
    return tables.length === 0 ? statement : withTables(statement, tables, dialect)
  }
  return { run: (statement, options) => driver.run(extended(statement), options), extended }
}

/** A statement with its own WITH clause keeps it, within. */
function withTables(
  { text, parameters }: SqlStatement,
  tables: readonly string[],
  { identifier }: SqlDialect,
): SqlStatement {
  const inner = `SELECT * FROM (\n${text}\n) AS ${identifier('whole')}`
  return { text: `WITH ${tables.join(',\n')}\n${inner}`, parameters }
}
