import { type ReadColumn, rowsQuery } from '../compile/compile-table-rows.ts'
import type { SqlDialect } from '../dialects/dialect.ts'
import type { InsertTarget, RunInTransaction } from '../drivers/sql-driver.ts'
import type { SqlColumn, SqlResult } from '../results/sql-result.ts'
import { tableName } from '../text/names.ts'
import { plain } from '../text/sql-statement.ts'

/** The most rows of one statement. */
const BATCH = 2_000

/** Inserts the rows of a result of any engine into a table. They stand in the text of the statements. */
export async function insertValues(
  dialect: SqlDialect,
  { run, table, columns }: InsertTarget & { readonly run: RunInTransaction },
  { rowCount, columns: values }: SqlResult,
): Promise<void> {
  const { identifier } = dialect
  const names = columns.map(({ name }) => identifier(name)).join(', ')
  const into = `INSERT INTO ${tableName(table, dialect)} (${names})`
  const read: readonly ReadColumn[] = columns.map(({ name }, i) => {
    return { name, type: TYPES[values[i]!.kind] }
  })
  for (let start = 0; start < rowCount; start += BATCH) {
    const end = Math.min(start + BATCH, rowCount)
    const result = {
      rowCount: end - start,
      columns: values.map((column) => sliceSqlColumn(column, start, end)),
    }
    await run(plain(`${into}\n${rowsQuery({ columns: read, result }, dialect)}`))
  }
}

const TYPES = {
  text: 'STRING',
  boolean: 'BOOLEAN',
  double: 'DOUBLE',
  exact: 'DECIMAL',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
} as const

function sliceSqlColumn(column: SqlColumn, start: number, end: number): SqlColumn {
  if (column.kind === 'exact') return { ...column, units: column.units.slice(start, end) }
  return { ...column, values: column.values.slice(start, end) } as SqlColumn
}
