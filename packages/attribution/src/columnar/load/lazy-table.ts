import type { ValueType } from '@tributary/expression'
import { type Column, lengthOf, nullsOf } from '../columns/column.ts'
import type { MemoryTable } from '../columns/memory-table.ts'
import { encodeColumn } from './encode-column.ts'
import { readTableData } from './read-table-data.ts'
import type { TableData } from './table-data.ts'

/** Table data of which a column is brought into memory when its type is asked for. */
export interface LazyTable {
  readonly names: readonly string[]
  /** The type of a column by its values; NULL when it has none. Throws {@link AttributionError} when they disagree. */
  typeOf(column: string): ValueType
  /** The columns whose type was asked for. */
  loaded(): MemoryTable
}

/** Reads the shape of table data, and columns as they are asked for. */
export function lazyTable(data: TableData): LazyTable {
  const { rowCount, columns: raw } = readTableData(data)
  const columns = new Map<string, Column>()
  const lost = new Map<string, number>()
  const load = (name: string): Column => {
    const encoded = encodeColumn(name, raw.get(name)!, null)
    columns.set(name, encoded.column)
    if (encoded.lost > 0) lost.set(name, encoded.lost)
    return encoded.column
  }
  return {
    names: [...raw.keys()],
    typeOf: (name) => valueTypeOf(columns.get(name) ?? load(name)),
    loaded: () => ({ rowCount, columns, sorted: null, lost }),
  }
}

/** The type of a column for the language: one without a value fits everywhere. */
export function valueTypeOf(column: Column): ValueType {
  return nullsOf(column) === lengthOf(column) ? 'NULL' : column.type
}
