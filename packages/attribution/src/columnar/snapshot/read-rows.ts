import type { FileHandle } from 'node:fs/promises'
import {
  type BigColumn,
  type CodedColumn,
  type Column,
  type FloatColumn,
  lengthOf,
} from '../columns/column.ts'
import type { RowRange } from '../select/block.ts'
import { readInto } from './read-notes.ts'
import { BATCH_ROWS, type ColumnNotes } from './snapshot-notes.ts'

/** A column in a file, and memory that numbers pass through: new pages would cost more than what is written to them. */
export interface ColumnFile {
  readonly file: FileHandle
  readonly notes: ColumnNotes
  readonly scratches: Uint8Array<ArrayBuffer>[]
}

/** Brings rows of one batch of a column into memory; they begin at a multiple of eight. */
export async function readRows(
  column: Column,
  { from, to: end }: RowRange,
  { notes, file, scratches }: ColumnFile,
): Promise<void> {
  const batch = Math.floor(from / BATCH_ROWS)
  const before = from - batch * BATCH_ROWS
  const to = Math.min(end, lengthOf(column))
  const [validityPlace, [valuesPlace]] = notes.batches[batch]!
  const width = bytesPerRow(column)
  const offset = valuesPlace + before * width
  const direct = storedAsIs(column)
  if (direct !== null) {
    const bytes = new Uint8Array(
      direct.buffer,
      direct.byteOffset + from * width,
      (to - from) * width,
    )
    return readInto(file, offset, bytes)
  }
  const scratch = scratches.pop() ?? new Uint8Array(BATCH_ROWS * WIDEST)
  try {
    const validity = new Uint8Array(validityPlace[1] === 0 ? 0 : Math.ceil((to - from) / 8))
    await Promise.all([
      readInto(file, validityPlace[0] + before / 8, validity),
      readInto(file, offset, scratch.subarray(0, Math.ceil((to - from) * width))),
    ])
    if (column.kind === 'coded') fillCodes(column, { from, to }, scratch)
    else if (column.kind === 'bigs') fillBigs(column, { from, to }, scratch)
    else fillUnits(column, { from, to }, scratch)
    if (validity.length > 0) markNulls(column, { from, to }, validity)
  } finally {
    scratches.push(scratch)
  }
}

function bytesPerRow(column: Column): number {
  if (column.type === 'BOOLEAN') return 1 / 8
  if (column.type === 'DATE') return 4
  if (column.type === 'DECIMAL') return WIDEST
  return column.kind === 'coded' ? column.codes.BYTES_PER_ELEMENT : 8
}

/** The bytes of a DECIMAL in the file. */
const WIDEST = 16

/** What the file has in the form of memory, NULLs included; null for what is converted. */
function storedAsIs(column: Column): CodedColumn['codes'] | Float64Array | null {
  if (column.kind === 'coded' && column.type === 'STRING') return column.codes
  return column.kind === 'floats' && column.type === 'DOUBLE' ? column.values : null
}

function fillCodes(
  { codes, domain, type }: CodedColumn,
  { from, to }: RowRange,
  bytes: Uint8Array,
): void {
  if (type === 'DATE') {
    const days = new Int32Array(bytes.buffer)
    const first = domain.kind === 'count' ? domain.first : 0
    for (let row = from; row < to; row++) codes[row] = days[row - from]! - first
    return
  }
  for (let index = 0; index < to - from; index++) {
    codes[from + index] = (bytes[index >> 3]! >> (index & 7)) & 1
  }
}

function fillBigs(
  { values, type, valid }: BigColumn,
  { from, to }: RowRange,
  bytes: Uint8Array,
): void {
  const words = new BigInt64Array(bytes.buffer)
  const step = type === 'DECIMAL' ? 2 : 1
  for (let row = from, at = 0; row < to; row++, at += step) values[row] = words[at]!
  valid?.fill(1, from, to)
}

/** Whole numbers within ±2^53: of DECIMAL in four words of 32 bits, the lowest first, of DATE in one, else in two. */
function fillUnits({ values, type }: FloatColumn, { from, to }: RowRange, bytes: Uint8Array): void {
  const words = new Int32Array(bytes.buffer)
  if (type === 'DATE') {
    for (let row = from; row < to; row++) values[row] = words[row - from]!
    return
  }
  const step = type === 'DECIMAL' ? 4 : 2
  for (let row = from, at = 0; row < to; row++, at += step) {
    values[row] = words[at + 1]! * 2 ** 32 + (words[at]! >>> 0)
  }
}

function markNulls(column: Column, { from, to }: RowRange, validity: Uint8Array): void {
  for (let row = from; row < to; row++) {
    const index = row - from
    if ((validity[index >> 3]! & (1 << (index & 7))) !== 0) continue
    if (column.kind === 'coded') column.codes[row] = column.domain.size
    else if (column.kind === 'floats') column.values[row] = Number.NaN
    else if (column.valid !== null) column.valid[row] = 0
  }
}
