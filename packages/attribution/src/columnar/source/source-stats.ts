import {
  type ColumnType,
  countColumnBytes,
  getColumnRowCount,
  getNullCount,
  type MemoryTable,
  tableBytes,
} from '../columns/column.ts'
import type { ColumnCache } from '../columns/column-cache.ts'

/** The memory of a source. */
export interface SourceStats {
  /** Bytes of everything: columns, and what requests have derived from them. */
  readonly bytes: number
  /** Bytes of codes, conversions and computed columns that are kept for further requests. */
  readonly cachedBytes: number
  readonly tables: readonly TableStats[]
}

/** A table in memory. */
export interface TableStats {
  readonly name: string
  readonly rowCount: number
  readonly bytes: number
  /** The column that rows are sorted by; null when they are not sorted. */
  readonly sortedBy: string | null
  readonly columns: readonly ColumnStats[]
}

/** A column in memory. */
export interface ColumnStats {
  readonly name: string
  readonly type: ColumnType
  readonly bytes: number
  /** A dictionary's included. */
  readonly bytesPerRow: number
  /** Distinct values of a column that has codes; otherwise null. */
  readonly distinct: number | null
  readonly nulls: number
  /** How many NaN and infinities were loaded as NULL. */
  readonly notFinite: number
}

/** Describes what tables take. */
export function sourceStats(
  tables: ReadonlyMap<string, MemoryTable>,
  cache: ColumnCache,
): SourceStats {
  const described = [...tables].map(([name, table]) => tableStats(name, table))
  const cachedBytes = cache.bytes()
  const bytes = described.reduce((sum, table) => sum + table.bytes, cachedBytes)
  return { bytes, cachedBytes, tables: described }
}

function tableStats(name: string, table: MemoryTable): TableStats {
  return {
    name,
    rowCount: table.rowCount,
    bytes: tableBytes(table),
    sortedBy: table.sorted?.column ?? null,
    columns: [...table.columns].map(([column, tableColumn]) => ({
      name: column,
      type: tableColumn.type,
      bytes: countColumnBytes(tableColumn),
      bytesPerRow: countColumnBytes(tableColumn) / Math.max(1, getColumnRowCount(tableColumn)),
      distinct: tableColumn.kind === 'coded' ? tableColumn.domain.size : null,
      nulls: getNullCount(tableColumn),
      notFinite: table.lost.get(column) ?? 0,
    })),
  }
}
