import type { DuckDb, FileTable } from '@tributary/sql'
import { estimateBytesQuery } from '@tributary/sql/internal'

/** The part of a file that a thread loads into memory. */
export interface LoadJob {
  readonly file: FileTable
  readonly columns: readonly string[]
  /** Rows are sorted by this column; null leaves them as they come. */
  readonly time: string | null
  /** Where times with a zone are read. */
  readonly timeZone: string
  /** Loading stops beyond. */
  readonly maxBytes: number
  /** One shared integer, an {@link EngineState}. */
  readonly engineState: Int32Array
}

/** Whether the thread has an engine. A process that ends while an engine is loaded or works crashes. */
export const EngineState = {
  /** There is none yet, or none any more. */
  NONE: 0,
  /** The process waits for it before it ends. */
  OPEN: 1,
  /** The process is about to end: none may be opened. */
  FORBIDDEN: 2,
} as const

/**
 * About how many bytes it takes to read columns of a table, found by one scan, so that a table that does not fit is not
 * read into memory to find that out.
 */
export async function estimateBytes(
  engine: DuckDb,
  table: readonly string[],
  columns: readonly string[],
): Promise<number> {
  const neededColumns = (await engine.columnsOf(table)).filter(({ name }) => columns.includes(name))
  const { columns: resultColumns } = await engine.run(estimateBytesQuery(table, neededColumns))
  const [column] = resultColumns
  if (column?.kind !== 'double') throw new TypeError(`Expected a double, found ${column?.kind}`)
  return column.values[0]!
}
