import { bytesOf, type Column } from './column.ts'

/** A table in memory: columns of one length. */
export interface MemoryTable {
  readonly rowCount: number
  readonly columns: ReadonlyMap<string, Column>
  /** The column that rows are in ascending order of, and how many rows have a value in it: those stand first. */
  readonly sorted: SortedBy | null
  /** NaN and infinities that were loaded as NULL, by column; columns without any are not in it. */
  readonly lost: ReadonlyMap<string, number>
}

/** What rows are sorted by. */
export interface SortedBy {
  readonly column: string
  /** Rows that have a value in it. */
  readonly present: number
  /** Of a table that is in memory in parts: the last time of every step of so many rows, in microseconds. */
  readonly steps?: { readonly rows: number; readonly last: readonly bigint[] }
}

/** The bytes that a table's columns take. */
export function tableBytes(table: MemoryTable): number {
  let bytes = 0
  for (const column of table.columns.values()) bytes += bytesOf(column)
  return bytes
}
