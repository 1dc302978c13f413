import type { Column } from '../columns/column.ts'
import { bigInt64Array, codeArray, float64Array } from '../kernels/code-array.ts'
import type { ColumnNotes } from './snapshot-notes.ts'

/** A column of a snapshot of which nothing may be in memory yet: room for all rows, which the system gives when it is filled. */
export function emptyColumn(notes: ColumnNotes, rows: number): Column {
  const { type, scale, nulls, size = 0 } = notes
  if (notes.kind === 'floats') {
    const { min, max, ...rest } = notes.range!
    const range = { ...rest, min: min ?? Infinity, max: max ?? -Infinity }
    const values = float64Array(rows)
    return { kind: 'floats', type: type as 'DOUBLE', scale, values, range, partial: true }
  }
  if (notes.kind === 'bigs') {
    const valid = nulls === 0 ? null : new Uint8Array(new SharedArrayBuffer(rows))
    const values = bigInt64Array(rows)
    return { kind: 'bigs', type: type as 'INT', scale, values, valid, nulls }
  }
  const codes = codeArray(size, rows)
  if (type === 'STRING') {
    return { kind: 'coded', type, scale, codes, domain: { kind: 'texts', size, texts: [] }, nulls }
  }
  if (type === 'BOOLEAN') {
    return { kind: 'coded', type, scale, codes, domain: { kind: 'flags', size: 2 }, nulls }
  }
  const first = notes.first ?? 0
  return { kind: 'coded', type, scale, codes, domain: { kind: 'count', size, first }, nulls }
}
