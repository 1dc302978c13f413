import type { ColumnData } from '@tributary/attribution'
import { duckdbDialect } from '../../dialects/duckdb/duckdb.ts'
import type { TableColumn } from '../../results/sql-result.ts'
import type { RunOptions } from '../sql-driver.ts'
import { type ColumnReader, createColumnReader } from './columns/column-readers.ts'
import { type DuckDb, scan } from './duckdb.ts'

/** Options of {@link readColumns}. */
export interface ReadColumnsOptions extends RunOptions {
  /** The columns to read. @defaultValue all that the expression language has a type for */
  readonly columns?: readonly string[]
}

/**
 * Reads a table or a registered file of a DuckDB as columns for `createColumnarSource` of @tributary/attribution, in the
 * order of its rows: texts as codes, decimals as units, dates as days, times as microseconds. It is read by one statement,
 * in blocks, while the engine goes on.
 *
 * @example
 * ```ts
 * import { createDuckDb, readColumns } from '@tributary/platform/sql'
 * const duckdb = await createDuckDb({ threads: 1 })
 * await duckdb.run({ text: "CREATE TABLE sales AS SELECT 'EU' AS region, 3 AS pieces", parameters: [] })
 * const columns = await readColumns(duckdb, ['sales'])
 * Object.keys(columns) // => ['region', 'pieces']
 * await duckdb.close()
 * ```
 */
export async function readColumns(
  duckdb: DuckDb,
  table: readonly string[],
  { columns: wanted, ...run }: ReadColumnsOptions = {},
): Promise<Readonly<Record<string, ColumnData>>> {
  const tableColumns = await duckdb.columnsOf(table)
  const columns = tableColumns.filter(
    ({ name, valueType }) => valueType !== null && (wanted?.includes(name) ?? true),
  )
  if (columns.length === 0) return {}
  const from = table.map(identifier).join('.')
  const readers: ColumnReader[] = []
  await scan(
    duckdb,
    `SELECT ${columns.map(compileReadColumn).join(', ')} FROM ${from}`,
    run,
    (types) => {
      for (const [i, { valueType }] of columns.entries()) {
        readers.push(createColumnReader(valueType!, types[i]!))
      }
      return (chunk) => {
        for (const [i, reader] of readers.entries()) reader.read(chunk, i)
      }
    },
  )
  const read: [string, ColumnData][] = []
  for (const [i, { name }] of columns.entries()) {
    read.push([name, await readers[i]!.column(run.signal)])
  }
  return Object.fromEntries(read)
}

const { identifier } = duckdbDialect

/** The values of a column in one of the types that readers know. */
function compileReadColumn({ name, valueType }: TableColumn): string {
  const column = identifier(name)
  switch (valueType) {
    case 'DOUBLE':
      return `CAST(${column} AS DOUBLE)`
    case 'TIMESTAMP':
      return duckdbDialect.column(column, valueType)
    case 'STRING':
      return `CAST(${column} AS VARCHAR)`
    default:
      return column
  }
}
