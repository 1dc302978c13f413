import { ColumnTable, fromArrow } from 'arquero'
import { tableDamaged, unequalColumns } from '../../errors.ts'
import type { RawColumn, RawTable } from './raw-column.ts'
import { readArqueroTable } from './read-arquero-table.ts'
import type { ArrowTable, ColumnData, NumberUnits, TableData, TextCodes } from './table-data.ts'

/** The columns of any kind of table data. Throws {@link AttributionError} for bytes that are not Arrow and columns of unequal length. */
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
    throw tableDamaged('the bytes', 'they are not an Arrow IPC file or stream', cause)
  }
  // Zeros read like the end of a stream that had not begun.
  if (table.numCols() === 0) throw tableDamaged('the bytes', 'they hold no column')
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
    const raw: RawColumn = isEncoded(column)
      ? column
      : { kind: 'values', values: column, type: null }
    const length = raw.kind === 'texts' ? raw.codes.length : raw.values.length
    if (rowCount !== null && length !== rowCount) {
      throw unequalColumns({ name: first, length: rowCount }, { name, length })
    }
    if (rowCount === null) first = name
    rowCount = length
    columns.set(name, raw)
  }
  return { rowCount: rowCount ?? 0, columns }
}

function isEncoded(column: ColumnData): column is TextCodes | NumberUnits {
  return 'kind' in column
}
