import { assertNever } from '@tributary/core'
import type { CodedColumn, Column } from '../columns/column.ts'
import { listOf, type Texts } from '../columns/texts.ts'

/** The buffers of some rows of a column as Arrow lays them out: which rows have a value, a bit each, and the values. */
export interface ColumnBuffers {
  readonly nulls: number
  readonly validity: Uint8Array
  readonly values: Uint8Array
}

/** The rows from `from` up to `to` of a column. */
export function columnBuffers(column: Column, from: number, to: number): ColumnBuffers {
  const isNull = nullTest(column)
  const validity = new Uint8Array(Math.ceil((to - from) / 8))
  let nulls = 0
  for (let row = from; row < to; row++) {
    if (isNull(row)) nulls++
    else validity[(row - from) >> 3]! |= 1 << ((row - from) & 7)
  }
  const values = valueBytes(column, from, to)
  return { nulls, validity: nulls === 0 ? new Uint8Array(0) : validity, values }
}

function nullTest(column: Column): (row: number) => boolean {
  switch (column.kind) {
    case 'coded': {
      const { codes, domain } = column
      return (row) => codes[row] === domain.size
    }
    case 'floats':
      return (row) => Number.isNaN(column.values[row]!)
    case 'bigs':
      return (row) => column.valid?.[row] === 0
    default:
      return assertNever(column)
  }
}

function valueBytes(column: Column, from: number, to: number): Uint8Array {
  if (column.kind === 'coded') return codedBytes(column, from, to)
  if (column.kind === 'floats' && column.type === 'DOUBLE') {
    return bytesOf(column.values.slice(from, to))
  }
  if (column.kind === 'floats' && column.type === 'DATE') {
    return bytesOf(Int32Array.from(column.values.subarray(from, to), (day) => day || 0))
  }
  const wide = column.type === 'DECIMAL'
  const words = new BigInt64Array((to - from) * (wide ? 2 : 1))
  for (let row = from; row < to; row++) {
    const value = column.values[row]!
    const units = typeof value === 'bigint' ? value : Number.isNaN(value) ? 0n : BigInt(value)
    const at = (row - from) * (wide ? 2 : 1)
    words[at] = units
    if (wide) words[at + 1] = units < 0n ? -1n : 0n
  }
  return bytesOf(words)
}

function codedBytes({ codes, domain, type }: CodedColumn, from: number, to: number): Uint8Array {
  if (type === 'STRING') return bytesOf(codes.slice(from, to))
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
  return bytesOf(days)
}

function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

/** The texts of a dictionary: where each ends, and their UTF-8 bytes. */
export function textBuffers(texts: Texts): readonly [Uint8Array, Uint8Array] {
  const encoded = listOf(texts).map((text) => Buffer.from(text))
  const offsets = new Int32Array(encoded.length + 1)
  encoded.forEach((bytes, index) => {
    offsets[index + 1] = offsets[index]! + bytes.length
  })
  return [bytesOf(offsets), Buffer.concat(encoded)]
}
