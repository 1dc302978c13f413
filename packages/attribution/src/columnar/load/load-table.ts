import { nearNames } from '@tributary/core'
import type { ValueType } from '@tributary/expression'
import { memoryBudgetError, unknownColumnError } from '../../request/errors.ts'
import {
  type Column,
  type ColumnType,
  countColumnBytes,
  getColumnRowCount,
  getNullCount,
  type MemoryTable,
  tableBytes,
} from '../columns/column.ts'
import { sortTable } from '../columns/gather-column.ts'
import { encodeColumn } from './encode-column.ts'
import { readTableData } from './read-table-data.ts'
import type { TableData } from './table-data.ts'

/** How to load a table. */
export interface LoadOptions {
  /** The table's name, for messages. */
  readonly name: string
  /**
   * Sorts rows by this column, so that windows of it are ranges of rows. @defaultValue rows keep
   * their order
   */
  readonly time?: string
  /** Types of columns that values do not determine: DATE, DECIMAL. @defaultValue by the values */
  readonly types?: Readonly<Record<string, ColumnType>>
  /** The columns to load. @defaultValue all */
  readonly columns?: readonly string[]
  /** The most bytes that the columns may take. @defaultValue no limit */
  readonly maxBytes?: number
}

/**
 * Loads table data into memory by copying it. Throws {@link AttributionError} for unequal lengths,
 * unknown columns, values that are not of their column's type, and columns over `maxBytes`.
 */
export function loadTable(data: TableData, options: LoadOptions): MemoryTable {
  const { rowCount, columns: raw } = readTableData(data)
  const wanted = options.columns ?? [...raw.keys()]
  const named = [...wanted, ...Object.keys(options.types ?? {})]
  for (const column of options.time === undefined ? named : [...named, options.time]) {
    if (!raw.has(column)) {
      throw unknownColumnError(options.name, column, nearNames(column, raw.keys()))
    }
  }
  const columns = new Map<string, Column>()
  const lost = new Map<string, number>()
  let bytes = 0
  for (const name of wanted) {
    const encoded = encodeColumn(name, raw.get(name)!, typeFor(name, options))
    columns.set(name, encoded.column)
    bytes += countColumnBytes(encoded.column)
    if (bytes > (options.maxBytes ?? Infinity)) {
      throw memoryBudgetError(options.name, { bytes, maxBytes: options.maxBytes! })
    }
    if (encoded.lost > 0) lost.set(name, encoded.lost)
  }
  const table: MemoryTable = { rowCount, columns, sorted: null, lost }
  return options.time === undefined ? table : sortTable(table, options.time)
}

function typeFor(name: string, { types }: LoadOptions): ColumnType | null {
  return types !== undefined && Object.hasOwn(types, name) ? (types[name] ?? null) : null
}

/** Table data whose columns are loaded when their type is asked for. */
export interface LazyTable {
  readonly names: readonly string[]
  /** The type of a column by its values; NULL when it has none. Throws {@link AttributionError} when they disagree. */
  typeOf(column: string): ValueType
  /** The columns whose type was asked for. */
  loaded(): MemoryTable
}

/** Reads the names of table data at once, and columns when they are asked for. */
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
    typeOf: (name) => getColumnValueType(columns.get(name) ?? load(name)),
    loaded: () => ({ rowCount, columns, sorted: null, lost }),
  }
}

/** The type of a column in the expression language: NULL for a column without values. */
export function getColumnValueType(column: Column): ValueType {
  return getNullCount(column) === getColumnRowCount(column) ? 'NULL' : column.type
}

/**
 * A table in memory, which `createColumnarSource` takes in place of data, as base or as related
 * table. Posted to another thread, it shares its memory.
 */
export interface LoadedTable {
  readonly kind: 'loaded'
  /** The bytes that its columns take. */
  readonly bytes: number
}

/** A loaded table with its columns, which only this package reads. */
interface TableInMemory extends LoadedTable {
  readonly table: MemoryTable
}

/** The columns of a loaded table. */
export function readLoadedTable(loaded: LoadedTable): MemoryTable {
  return (loaded as TableInMemory).table
}

/**
 * Loads a table into memory for use in several sources, without a copy. Throws like
 * `createColumnarSource`.
 *
 * @example
 * ```ts
 * import { createColumnarSource, loadColumns } from '@tributary/attribution'
 * const shops = loadColumns({ id: ['A', 'B'], city: ['Bergen', 'Oslo'] }, { name: 'shops' })
 * const sales = createColumnarSource({ shop: ['A', 'B'] }, { related: { shops } })
 * sales.stats().tables.map(({ name }) => name) // => ['table', 'shops']
 * ```
 */
export function loadColumns(data: TableData, options: LoadOptions): LoadedTable {
  const table = loadTable(data, options)
  const loaded: TableInMemory = { kind: 'loaded', bytes: tableBytes(table), table }
  return loaded
}

/** Whether something is a loaded table; data may have a column named `kind`, but that is a list. */
export function isLoadedTable(data: unknown): data is LoadedTable {
  return typeof data === 'object' && data !== null && 'table' in data && 'kind' in data
    ? data.kind === 'loaded'
    : false
}
