import { ColumnTable, fromArrow } from 'arquero'
import { tableDamagedError, unequalColumnsError } from '../../request/errors.ts'
import type { ColumnType } from '../columns/column.ts'
import type {
  ArrowTable,
  ColumnData,
  NumberUnits,
  RawColumn,
  RawTable,
  TableData,
  TextCodes,
} from './table-data.ts'

/**
 * Reads the columns of any kind of table data. Throws {@link AttributionError} for bytes that are
 * not Arrow and for columns of unequal length.
 */
export function readTableData(data: TableData): RawTable {
  if (data instanceof ColumnTable) return readArqueroTable(data, 'values')
  if (data instanceof Uint8Array) return readArrowBytes(data)
  if (isRows(data)) return readRows(data)
  if (isArrowTable(data)) return readArqueroTable(fromArrow(data as never), 'values')
  return readNamedColumns(data)
}

function readArrowBytes(bytes: Uint8Array): RawTable {
  const exact = { useBigInt: true, useDecimalInt: true, useDate: false }
  let table: ColumnTable
  try {
    table = fromArrow(bytes, exact)
  } catch (cause) {
    throw tableDamagedError('the bytes', 'they are not an Arrow IPC file or stream', cause)
  }
  // Zeros are read as an empty stream.
  if (table.numCols() === 0) throw tableDamagedError('the bytes', 'they hold no column')
  return readArqueroTable(table, 'units')
}

function isRows(data: TableData): data is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(data)
}

function isArrowTable(data: TableData): data is ArrowTable {
  return 'getChild' in data && typeof data.getChild === 'function'
}

function readRows(rows: readonly Readonly<Record<string, unknown>>[]): RawTable {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  const columns = new Map<string, RawColumn>()
  for (const name of names) {
    const values = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : null))
    columns.set(name, { kind: 'values', values, type: null })
  }
  return { rowCount: rows.length, columns }
}

function readNamedColumns(data: Readonly<Record<string, ColumnData>>): RawTable {
  const columns = new Map<string, RawColumn>()
  let rowCount: number | null = null
  let first = ''
  for (const [name, column] of Object.entries(data)) {
    const raw: RawColumn = isEncodedColumn(column)
      ? column
      : { kind: 'values', values: column, type: null }
    const length = raw.kind === 'texts' ? raw.codes.length : raw.values.length
    if (rowCount !== null && length !== rowCount) {
      throw unequalColumnsError({ name: first, length: rowCount }, { name, length })
    }
    if (rowCount === null) first = name
    rowCount = length
    columns.set(name, raw)
  }
  return { rowCount: rowCount ?? 0, columns }
}

function isEncodedColumn(column: ColumnData): column is TextCodes | NumberUnits {
  return 'kind' in column
}

/** As much of a column as is read here. Arrow's have a type; arquero's dictionary columns have groups. */
interface ArqueroColumn {
  readonly length: number
  readonly type?: { readonly typeId?: number; readonly scale?: number }
  at(row: number): unknown
  groups?(names: readonly string[]): DictionaryGroups
}

interface DictionaryGroups {
  readonly keys: Uint32Array | Int32Array
  readonly size: number
  readonly get: readonly ((code: number) => unknown)[]
}

/**
 * Reads the columns of an arquero table after applying its filter and order. Dictionaries stay
 * codes; `decimals` tells whether Arrow decimals are given as values or as units.
 */
export function readArqueroTable(table: ColumnTable, decimals: 'values' | 'units'): RawTable {
  const plain = table.isFiltered() || table.isOrdered() ? table.reify() : table
  const columns = new Map<string, RawColumn>()
  for (const name of plain.columnNames()) {
    columns.set(name, rawColumn(plain.column(name) as ArqueroColumn, decimals))
  }
  return { rowCount: plain.numRows(), columns }
}

function rawColumn(column: ArqueroColumn, decimals: 'values' | 'units'): RawColumn {
  const dictionary = readArqueroDictionary(column)
  if (dictionary !== null) return dictionary
  const type = arrowType(column.type?.typeId)
  const values = Array.isArray(column) || ArrayBuffer.isView(column) ? column : toArray(column)
  const unitScale = type === 'DECIMAL' && decimals === 'units' ? (column.type?.scale ?? 0) : null
  return {
    kind: 'values',
    values: values as RawValueArray,
    type,
    ...(unitScale !== null && { unitScale }),
  }
}

type RawValueArray = ArrayLike<unknown> & Iterable<unknown>

function readArqueroDictionary(column: ArqueroColumn): RawColumn | null {
  if (typeof column.groups !== 'function') return null
  const { keys, size, get } = column.groups([''])
  const values = Array.from({ length: size }, (_, code) => get[0]!(code) ?? null)
  if (!values.every((value) => value === null || typeof value === 'string')) return null
  return { kind: 'texts', codes: keys, dictionary: values }
}

function toArray(column: ArqueroColumn): unknown[] {
  return Array.from({ length: column.length }, (_, row) => column.at(row))
}

/** Arrow's type ids. Integers and floats are typed by their values. */
const DECIMAL = 7
const DATE = 8
const TIMESTAMP = 10

function arrowType(typeId: number | undefined): ColumnType | null {
  if (typeId === DECIMAL) return 'DECIMAL'
  if (typeId === DATE) return 'DATE'
  return typeId === TIMESTAMP ? 'TIMESTAMP' : null
}
