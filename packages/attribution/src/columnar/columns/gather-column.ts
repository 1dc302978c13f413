import { assertNever } from '@tributary/core'
import { bigInt64Array, type CodeArray, codeArray, float64Array } from './code-array.ts'
import type { BigColumn, CodedColumn, Column } from './column.ts'
import { valueRange } from './value-range.ts'

/** Rows of another column, or codes that number them. */
export type RowNumbers = Int32Array | CodeArray

/** The column whose row `i` is row `rows[i]` of another; a row of -1 is NULL. */
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
