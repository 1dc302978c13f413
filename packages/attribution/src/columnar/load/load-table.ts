import { nearNames } from '@tributary/core'
import { overMemoryBudget, unknownColumn } from '../../errors.ts'
import { bytesOf, type Column, type ColumnType } from '../columns/column.ts'
import type { MemoryTable } from '../columns/memory-table.ts'
import { sortTable } from '../columns/sort-table.ts'
import { encodeColumn } from './encode-column.ts'
import { readTableData } from './read-table-data.ts'
import type { TableData } from './table-data.ts'

/** How to load a table. */
export interface LoadOptions {
  /** The table's name, for messages. */
  readonly name: string
  /** Rows are sorted by this column, so that windows of it are stretches of rows. @defaultValue as they come */
  readonly time?: string
  /** Types of columns whose values do not tell: DATE, DECIMAL. @defaultValue by the values */
  readonly types?: Readonly<Record<string, ColumnType>>
  /** The columns to load. @defaultValue all */
  readonly columns?: readonly string[]
  /** How much memory the columns may take. @defaultValue no limit */
  readonly maxBytes?: number
}

/**
 * Brings table data into memory. Nothing is kept of the data itself. Throws {@link AttributionError} for
 * unequal lengths, unknown columns, values that are not of their column's type, and columns over the budget.
 */
export function loadTable(data: TableData, options: LoadOptions): MemoryTable {
  const { rowCount, columns: raw } = readTableData(data)
  const wanted = options.columns ?? [...raw.keys()]
  const named = [...wanted, ...Object.keys(options.types ?? {})]
  for (const column of options.time === undefined ? named : [...named, options.time]) {
    if (!raw.has(column)) {
      throw unknownColumn(options.name, column, nearNames(column, raw.keys()))
    }
  }
  const columns = new Map<string, Column>()
  const lost = new Map<string, number>()
  let bytes = 0
  for (const name of wanted) {
    const encoded = encodeColumn(name, raw.get(name)!, typeFor(name, options))
    columns.set(name, encoded.column)
    bytes += bytesOf(encoded.column)
    if (bytes > (options.maxBytes ?? Infinity)) {
      throw overMemoryBudget(options.name, { bytes, maxBytes: options.maxBytes! })
    }
    if (encoded.lost > 0) lost.set(name, encoded.lost)
  }
  const table: MemoryTable = { rowCount, columns, sorted: null, lost }
  return options.time === undefined ? table : sortTable(table, options.time)
}

function typeFor(name: string, { types }: LoadOptions): ColumnType | null {
  return types !== undefined && Object.hasOwn(types, name) ? (types[name] ?? null) : null
}
