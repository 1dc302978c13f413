import type { ColumnTable } from 'arquero'
import type { ColumnType } from '../columns/column.ts'
import type { RawColumn, RawTable } from './raw-column.ts'

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
 * The columns of an arquero table, its filter and order applied. Dictionaries stay codes. `decimals` says
 * whether Arrow decimals come as their values or as units.
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
  const dictionary = dictionaryOf(column)
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

function dictionaryOf(column: ArqueroColumn): RawColumn | null {
  if (typeof column.groups !== 'function') return null
  const { keys, size, get } = column.groups([''])
  const values = Array.from({ length: size }, (_, code) => get[0]!(code) ?? null)
  if (!values.every((value) => value === null || typeof value === 'string')) return null
  return { kind: 'texts', codes: keys, dictionary: values }
}

function toArray(column: ArqueroColumn): unknown[] {
  return Array.from({ length: column.length }, (_, row) => column.at(row))
}

/** Arrow's numbers of its types. Whether an integer or a float is whole shows in its values. */
const DECIMAL = 7
const DATE = 8
const TIMESTAMP = 10

function arrowType(typeId: number | undefined): ColumnType | null {
  if (typeId === DECIMAL) return 'DECIMAL'
  if (typeId === DATE) return 'DATE'
  return typeId === TIMESTAMP ? 'TIMESTAMP' : null
}
