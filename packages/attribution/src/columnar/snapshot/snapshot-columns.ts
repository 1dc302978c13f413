import type { FileHandle } from 'node:fs/promises'
import { bigInt64Array, codeArray, float64Array } from '../columns/code-array.ts'
import type { Column } from '../columns/column.ts'
import { readBytes, readInto } from './read-notes.ts'
import { BATCH_ROWS, type ColumnNotes } from './snapshot-notes.ts'

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

/** Reads the texts of a dictionary into a list, which stays empty when that fails. */
export async function readTexts(
  file: FileHandle,
  notes: ColumnNotes,
  texts: string[],
): Promise<void> {
  const [ends, bytes] = notes.texts!
  const offsets = int32s(await readBytes(file, ...ends))
  const all = Buffer.from((await readBytes(file, ...bytes)).buffer)
  const together = all.toString('utf8')
  // Of ASCII alone a text stands at its bytes: cutting costs a tenth of decoding one by one.
  const plain = together.length === all.length
  const size = notes.size!
  for (let index = 0, begin = offsets[0]!; index < size; index++) {
    const end = offsets[index + 1]!
    texts[index] = plain ? together.slice(begin, end) : all.toString('utf8', begin, end)
    begin = end
  }
}

/** Brings a batch of a column into memory. */
export async function readBatch(
  file: FileHandle,
  column: Column,
  at: { readonly notes: ColumnNotes; readonly batch: number },
): Promise<void> {
  const [validityPlace, valuesPlace] = at.notes.batches[at.batch]!
  const from = at.batch * BATCH_ROWS
  const validity = validityPlace[1] === 0 ? null : await readBytes(file, ...validityPlace)
  const isNull = (index: number): boolean =>
    validity !== null && (validity[index >> 3]! & (1 << (index & 7))) === 0
  if (column.kind === 'coded' && column.type === 'STRING') {
    return readInto(file, valuesPlace[0], bytesAt(column.codes, from, valuesPlace[1]))
  }
  if (column.kind === 'floats' && column.type === 'DOUBLE') {
    return readInto(file, valuesPlace[0], bytesAt(column.values, from, valuesPlace[1]))
  }
  fillBatch(column, from, { bytes: await readBytes(file, ...valuesPlace), isNull })
}

interface BatchValues {
  readonly bytes: Uint8Array
  isNull(index: number): boolean
}

function fillBatch(column: Column, from: number, { bytes, isNull }: BatchValues): void {
  if (column.kind === 'coded') {
    const { codes, domain } = column
    const rows = Math.min(BATCH_ROWS, codes.length - from)
    const days = column.type === 'DATE' ? int32s(bytes) : null
    const first = domain.kind === 'count' ? domain.first : 0
    for (let index = 0; index < rows; index++) {
      const code = days === null ? (bytes[index >> 3]! >> (index & 7)) & 1 : days[index]! - first
      codes[from + index] = isNull(index) ? domain.size : code
    }
    return
  }
  const rows = Math.min(BATCH_ROWS, column.values.length - from)
  if (column.kind === 'bigs') {
    const words = new BigInt64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
    const step = column.type === 'DECIMAL' ? 2 : 1
    for (let index = 0; index < rows; index++) {
      column.values[from + index] = words[index * step]!
      if (column.valid !== null) column.valid[from + index] = isNull(index) ? 0 : 1
    }
    return
  }
  fillUnits(column.values.subarray(from, from + rows), int32s(bytes), {
    words: column.type === 'DATE' ? 1 : column.type === 'DECIMAL' ? 4 : 2,
    isNull,
  })
}

/** Units of so many 32-bit words, the lowest first, that are all within ±2^53. */
function fillUnits(
  values: Float64Array,
  words: Int32Array,
  of: { readonly words: number; isNull(index: number): boolean },
): void {
  for (let index = 0; index < values.length; index++) {
    const low = words[index * of.words]!
    const high = of.words === 1 ? 0 : words[index * of.words + 1]!
    const units = of.words === 1 ? low : high * 2 ** 32 + (low >>> 0)
    values[index] = of.isNull(index) ? Number.NaN : units
  }
}

function int32s(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
}

function bytesAt(
  values: Float64Array | Uint8Array | Uint16Array | Uint32Array,
  from: number,
  length: number,
): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset + from * values.BYTES_PER_ELEMENT, length)
}
