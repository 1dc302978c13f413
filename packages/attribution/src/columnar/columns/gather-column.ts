import { assertNever } from '@tributary/core'
import { sortedOrder } from '../../numbers/sorted-order.ts'
import {
  bigInt64Array,
  type CodeArray,
  codeArray,
  float64Array,
  uint32Array,
} from '../kernels/code-array.ts'
import { codeColumn } from './code-column.ts'
import {
  type BigColumn,
  type CodedColumn,
  type Column,
  type MemoryTable,
  nullsOf,
  valueRange,
} from './column.ts'

/** Sorts the rows of a table by a column, ascending, NULLs last; equal rows keep their order. */
export function sortTable(table: MemoryTable, by: string): MemoryTable {
  const column = table.columns.get(by)!
  const sorted = { column: by, present: table.rowCount - nullsOf(column) }
  if (isSorted(column)) return { ...table, sorted }
  const order =
    column.kind === 'floats' ? sortedOrder(column.values) : countedOrder(codeColumn(column))
  const columns = new Map<string, Column>()
  for (const [name, one] of table.columns) columns.set(name, gatherColumn(one, order))
  return { ...table, columns, sorted }
}

function isSorted(column: Column): boolean {
  if (column.kind === 'bigs') return isSorted(codeColumn(column))
  if (column.kind === 'coded') {
    const { codes } = column
    for (let row = 1; row < codes.length; row++) if (codes[row]! < codes[row - 1]!) return false
    return true
  }
  const { values } = column
  for (let row = 1; row < values.length; row++) {
    // Written with `>=` because a NaN before a value is out of order too.
    if (!(values[row]! >= values[row - 1]!) && !Number.isNaN(values[row]!)) return false
  }
  return true
}

/** Counting sort: one pass to count, one to place. */
function countedOrder({ codes, domain }: CodedColumn): Uint32Array {
  const next = new Uint32Array(domain.size + 2)
  for (let row = 0; row < codes.length; row++) next[codes[row]! + 1]!++
  for (let code = 1; code < next.length; code++) next[code]! += next[code - 1]!
  const order = uint32Array(codes.length)
  for (let row = 0; row < codes.length; row++) order[next[codes[row]!]!++] = row
  return order
}

/** Row numbers in another column. */
export type RowNumbers = Int32Array | CodeArray

/** Makes the column whose row `i` is row `rows[i]` of another; -1 becomes NULL. */
export function gatherColumn(column: Column, rows: RowNumbers): Column {
  switch (column.kind) {
    case 'coded':
      return gatherCodes(column, rows)
    case 'floats': {
      const values = float64Array(rows.length)
      for (let at = 0; at < rows.length; at++) values[at] = column.values[rows[at]!] ?? Number.NaN
      return { ...column, values, range: valueRange(values) }
    }
    case 'bigs':
      return gatherBigs(column, rows)
    default:
      return assertNever(column)
  }
}

function gatherCodes(column: CodedColumn, rows: RowNumbers): CodedColumn {
  const { size } = column.domain
  const codes = codeArray(size, rows.length)
  let nulls = 0
  for (let at = 0; at < rows.length; at++) {
    const code = column.codes[rows[at]!] ?? size
    codes[at] = code
    if (code === size) nulls++
  }
  return { ...column, codes, nulls }
}

function gatherBigs(column: BigColumn, rows: RowNumbers): BigColumn {
  const values = bigInt64Array(rows.length)
  const valid = new Uint8Array(new SharedArrayBuffer(rows.length))
  let nulls = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    if (row === -1 || column.valid?.[row] === 0) nulls++
    else {
      values[at] = column.values[row]!
      valid[at] = 1
    }
  }
  return { ...column, values, valid: nulls === 0 ? null : valid, nulls }
}
