import { DuckDBInstance } from '@duckdb/node-api'

/**
 * Asks DuckDB directly: the independent judge, which shares no code with the engine under test. Numbers of
 * every width come back as JavaScript numbers.
 */
export async function queryRows(
  sql: string,
): Promise<readonly Readonly<Record<string, string | number | null>>[]> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll(sql)
    return reader
      .getRowObjectsJS()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'bigint' ? Number(value) : (value as string | number | null),
          ]),
        ),
      )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
