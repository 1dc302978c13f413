import { type MemoryTable, tableBytes } from './columns/memory-table.ts'
import { type LoadOptions, loadTable } from './load/load-table.ts'
import type { TableData } from './load/table-data.ts'

/**
 * A table in memory, for `createColumnarSource` in place of its data: as base of one source, as related table of
 * another. It can be posted to another thread, which then has the same columns, not copies of them.
 */
export interface LoadedTable {
  readonly kind: 'loaded'
  /** What its columns take. */
  readonly bytes: number
  readonly table: MemoryTable
}

/** Brings a table into memory. Throws like `createColumnarSource`. */
export function loadColumns(data: TableData, options: LoadOptions): LoadedTable {
  const table = loadTable(data, options)
  return { kind: 'loaded', bytes: tableBytes(table), table }
}

/** Whether something is a table in memory already; data may have a column of the name `kind`, but that is a list. */
export function isLoadedTable(data: unknown): data is LoadedTable {
  return typeof data === 'object' && data !== null && 'table' in data && 'kind' in data
    ? data.kind === 'loaded'
    : false
}
