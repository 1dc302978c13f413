import { type ColumnTable, escape as onRow } from 'arquero'
import type { AggregateRequest, Leaf } from '../source.ts'
import type { Row, RowReader } from './row-reader.ts'

/**
 * The rows that are in a window, with the columns `current` and `compare` (whether the row is in it) and
 * `leaf0`, `leaf1`, … (what each leaf aggregates; null when its filter leaves the row out).
 */
export function prepareRows(
  table: ColumnTable,
  request: AggregateRequest,
  reader: RowReader,
): ColumnTable {
  const { filter, windows, leaves } = request
  const scope =
    filter === null ? table : table.filter(onRow((row: Row) => reader.value(filter, row) === true))
  const windowed = scope
    .derive({
      current: onRow((row: Row) => reader.value(windows.current, row) === true),
      compare: onRow((row: Row) => reader.value(windows.compare, row) === true),
    })
    .filter(onRow((row: Row) => row.current === true || row.compare === true))
  return leaves.reduce(
    (rows, leaf, index) =>
      rows.derive({ [`leaf${index}`]: onRow((row: Row) => leafValue(leaf, row, reader)) }),
    windowed,
  )
}

function leafValue(leaf: Leaf, row: Row, reader: RowReader): unknown {
  if (leaf.filter !== null && reader.value(leaf.filter, row) !== true) return null
  // COUNT of rows: any value that is not NULL.
  return leaf.argument === null ? true : reader.value(leaf.argument, row)
}
