import { sortedOrder } from '../../numbers/sorted-order.ts'
import { uint32Array } from './code-array.ts'
import { codeColumn } from './code-column.ts'
import { type CodedColumn, type Column, nullsOf } from './column.ts'
import { gatherColumn } from './gather-column.ts'
import type { MemoryTable } from './memory-table.ts'

/** The table with its rows in ascending order of a column, NULLs last, equal ones as they were. */
export function sortTable(table: MemoryTable, by: string): MemoryTable {
  const column = table.columns.get(by)!
  const sorted = { column: by, present: table.rowCount - nullsOf(column) }
  if (isSorted(column)) return { ...table, sorted }
  const order = orderOf(column)
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
    // A NaN before a value is out of order too, so the question is put the positive way.
    if (!(values[row]! >= values[row - 1]!) && !Number.isNaN(values[row]!)) return false
  }
  return true
}

function orderOf(column: Column): Uint32Array {
  return column.kind === 'floats' ? sortedOrder(column.values) : countedOrder(codeColumn(column))
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
