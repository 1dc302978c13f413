import {
  type BigColumn,
  type CodedColumn,
  type Column,
  type CountedColumn,
  type FloatColumn,
  isCountedColumn,
  nullTest,
} from '../columns/column.ts'
import { listTexts, type Texts } from '../columns/texts.ts'
import type { RowRange } from '../select/block.ts'

/** The validity bitmap of some rows, and how many of them are NULL; the bitmap is empty when none is. */
export function computeValidityBitmap(
  column: Column,
  { from, to }: RowRange,
): { readonly nulls: number; readonly bits: Uint8Array } {
  const isNull = nullTest(column)
  const bits = new Uint8Array(Math.ceil((to - from) / 8))
  let nulls = 0
  for (let row = from; row < to; row++) {
    if (isNull(row)) nulls++
    else bits[(row - from) >> 3]! |= 1 << ((row - from) & 7)
  }
  return { nulls, bits: nulls === 0 ? new Uint8Array(0) : bits }
}

/** The bytes that a row of a column takes in a values buffer. */
export function bytesPerRow(column: Column): number {
  if (column.type === 'BOOLEAN') return 1 / 8
  if (column.type === 'DATE') return 4
  if (column.type === 'DECIMAL') return BYTES_PER_DECIMAL
  return column.kind === 'coded' && column.type === 'STRING' ? column.codes.BYTES_PER_ELEMENT : 8
}

/** The widest values: 128 bits. */
export const BYTES_PER_DECIMAL = 16

/** The array of a column whose memory is a values buffer as it is, NULLs included; null for one that is converted. */
export function sameInMemory(column: Column): CodedColumn['codes'] | Float64Array | null {
  if (column.kind === 'coded' && column.type === 'STRING') return column.codes
  return column.kind === 'floats' && column.type === 'DOUBLE' ? column.values : null
}

/** The values buffer of some rows of a column that is converted. */
export function convertedValues(column: Column, { from, to }: RowRange): Uint8Array {
  if (column.kind === 'coded' && !isCountedColumn(column)) return codedBytes(column, from, to)
  if (column.kind === 'floats' && column.type === 'DATE') {
    return toByteView(Int32Array.from(column.values.subarray(from, to), (day) => day || 0))
  }
  const wide = column.type === 'DECIMAL'
  const words = new BigInt64Array((to - from) * (wide ? 2 : 1))
  const unitsAt = unitsReader(column)
  for (let row = from; row < to; row++) {
    const units = unitsAt(row)
    const at = (row - from) * (wide ? 2 : 1)
    words[at] = units
    if (wide) words[at + 1] = units < 0n ? -1n : 0n
  }
  return toByteView(words)
}

/** Reads the units of a row; 0 for NULL. */
function unitsReader(column: CountedColumn | FloatColumn | BigColumn): (row: number) => bigint {
  if (column.kind === 'coded') {
    const { codes, domain } = column
    return (row) => (codes[row] === domain.size ? 0n : BigInt(domain.first + codes[row]!))
  }
  const { values } = column
  return (row) => BigInt(values[row]! || 0)
}

function codedBytes({ codes, domain, type }: CodedColumn, from: number, to: number): Uint8Array {
  if (type === 'BOOLEAN') {
    const bits = new Uint8Array(Math.ceil((to - from) / 8))
    for (let row = from; row < to; row++) {
      if (codes[row] === 1) bits[(row - from) >> 3]! |= 1 << ((row - from) & 7)
    }
    return bits
  }
  const first = domain.kind === 'count' ? domain.first : 0
  const days = new Int32Array(to - from)
  for (let row = from; row < to; row++) {
    const code = codes[row]!
    days[row - from] = code === domain.size ? 0 : first + code
  }
  return toByteView(days)
}

/** The bytes of a typed array, without a copy. */
export function toByteView(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

/** The texts of a dictionary as Arrow's offsets and UTF-8 bytes. */
export function textBuffers(texts: Texts): { offsets: Int32Array; bytes: Uint8Array } {
  const encoded = listTexts(texts).map((text) => Buffer.from(text))
  const offsets = new Int32Array(encoded.length + 1)
  encoded.forEach((bytes, index) => {
    offsets[index + 1] = offsets[index]! + bytes.length
  })
  return { offsets, bytes: Buffer.concat(encoded) }
}
