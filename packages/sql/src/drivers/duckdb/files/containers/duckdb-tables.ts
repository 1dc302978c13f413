import type { DuckDBConnection } from '@duckdb/node-api'
import { doubleQuoteName, literal } from '../../../../text/names.ts'

/** A table of a DuckDB file. */
interface StoredTable {
  readonly schema: string
  readonly table: string
}

/** The tables of a DuckDB file, those of another schema than `main` with it; without views, which may read other files. */
export function listDuckDbTables(
  connection: DuckDBConnection,
  path: string,
): Promise<readonly string[]> {
  return withAttached(connection, path, async (catalog) =>
    (await listStored(connection, catalog)).map(toTableName),
  )
}

/** Writes a table as Parquet. */
export function writeDuckDbTable(
  connection: DuckDBConnection,
  {
    path,
    table,
    target,
  }: { readonly path: string; readonly table: string; readonly target: string },
): Promise<void> {
  return withAttached(connection, path, async (catalog) => {
    const stored = (await listStored(connection, catalog)).find(
      (candidate) => toTableName(candidate) === table,
    )!
    const name = [catalog, stored.schema, stored.table].map(doubleQuoteName).join('.')
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${name}`)
    // Parquet has no integers of 128 bits.
    const wide = described.getRows().flatMap(([column, type]) => {
      const quoted = doubleQuoteName(String(column))
      return type === 'HUGEINT' ? [`CAST(${quoted} AS DECIMAL(38, 0)) AS ${quoted}`] : []
    })
    const columns = wide.length === 0 ? '*' : `* REPLACE (${wide.join(', ')})`
    await connection.run(
      `COPY (SELECT ${columns} FROM ${name}) TO ${literal(target)} (FORMAT parquet)`,
    )
  })
}

function toTableName({ schema, table }: StoredTable): string {
  return schema === 'main' ? table : `${schema}.${table}`
}

async function listStored(
  connection: DuckDBConnection,
  catalog: string,
): Promise<readonly StoredTable[]> {
  const result = await connection.runAndReadAll(
    `SELECT schema_name, table_name FROM duckdb_tables()
     WHERE database_name = ${literal(catalog)} AND NOT internal ORDER BY ALL`,
  )
  return result
    .getRows()
    .map(([schema, table]) => ({ schema: String(schema), table: String(table) }))
}

const ATTACHED = 'tributary attached file'

/** One file is attached at a time: {@link TableCopies} sees to it. */
async function withAttached<T>(
  connection: DuckDBConnection,
  path: string,
  work: (catalog: string) => Promise<T>,
): Promise<T> {
  const catalog = doubleQuoteName(ATTACHED)
  try {
    await connection.run(`ATTACH ${literal(path)} AS ${catalog} (TYPE duckdb, READ_ONLY)`)
  } catch (cause) {
    throw new Error(describeFault(cause), { cause })
  }
  try {
    return await work(ATTACHED)
  } finally {
    await connection.run(`DETACH ${catalog}`)
  }
}

function describeFault(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (/newer version|version number/i.test(message))
    return 'it was written by another version of DuckDB. Export its tables as Parquet files.'
  if (/lock/i.test(message)) return 'another process has it open for writing.'
  return 'it is damaged or encrypted: expected a DuckDB database.'
}
