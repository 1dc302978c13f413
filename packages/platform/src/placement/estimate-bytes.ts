import type { DuckDb } from '@tributary/sql'
import { estimateBytesQuery } from '@tributary/sql/internal'

/**
 * About how many bytes it takes to read columns of a table, found by one scan, so that a table that does not fit is not
 * read into memory to find that out.
 */
export async function estimateBytes(
  engine: DuckDb,
  table: readonly string[],
  columns: readonly string[],
): Promise<number> {
  const known = (await engine.columnsOf(table)).filter(({ name }) => columns.includes(name))
  const { columns: found } = await engine.run(estimateBytesQuery(table, known))
  const [column] = found
  if (column?.kind !== 'double') throw new TypeError(`Expected a double, found ${column?.kind}`)
  return column.values[0]!
}
