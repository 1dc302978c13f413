import type { FileHandle } from 'node:fs/promises'
import {
  type BigColumn,
  type CodedColumn,
  type Column,
  type CountedColumn,
  type FloatColumn,
  getColumnRowCount,
  isCountedColumn,
} from '../columns/column.ts'
import { type Texts, textsOfUtf8 } from '../columns/texts.ts'
import { bigInt64Array, codeArray, float64Array } from '../kernels/code-array.ts'
import type { RowRange } from '../select/block.ts'
import { BYTES_PER_DECIMAL, bytesPerRow, sameInMemory } from './arrow-buffers.ts'
import { BATCH_ROWS, type ColumnMetadata, readBytes, readInto } from './snapshot-metadata.ts'

/** A column in a file. */
export interface ColumnFile {
  readonly file: FileHandle
  readonly metadata: ColumnMetadata
}

/** Makes a column of a snapshot without its values: memory for all rows, which the system provides when it is filled. */
export function emptyColumn(metadata: ColumnMetadata, rows: number): Column {
  const { type, scale, nulls, size = 0 } = metadata
  if (metadata.kind === 'floats') {
    const { min, max, ...rangeFields } = metadata.range!
    const range = { ...rangeFields, min: min ?? Infinity, max: max ?? -Infinity }
    const values = float64Array(rows)
    return { kind: 'floats', type: type as 'DOUBLE', scale, values, range, partial: true }
  }
  if (metadata.kind === 'bigs') {
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
  const first = metadata.first ?? 0
  return { kind: 'coded', type, scale, codes, domain: { kind: 'count', size, first }, nulls }
}

/** Reads the dictionary of a column of texts into memory; of other columns nothing. */
export async function readTexts(column: Column, { metadata, file }: ColumnFile): Promise<void> {
  if (column.kind !== 'coded' || column.domain.kind !== 'texts') return
  const domain: { texts: Texts } = column.domain
  const [offsets, bytes] = await Promise.all(metadata.texts!.map((place) => readBytes(file, place)))
  domain.texts = textsOfUtf8(
    bytes!,
    new Int32Array(offsets!.buffer, offsets!.byteOffset, offsets!.byteLength / 4),
  )
}

/** Reads one record batch of a column into memory. What is converted goes through a scratch array, which the caller keeps: new pages would cost more than what is written to them. */
export async function readBatch(
  column: Column,
  batch: number,
  { metadata, file, scratches }: ColumnFile & { readonly scratches: Uint8Array<ArrayBuffer>[] },
): Promise<void> {
  const from = batch * BATCH_ROWS
  const rows = { from, to: Math.min(from + BATCH_ROWS, getColumnRowCount(column)) }
  const [validityPlace, [offset]] = metadata.batches[batch]!
  const length = Math.ceil((rows.to - from) * bytesPerRow(column))
  const same = sameInMemory(column)
  if (same !== null) {
    const begin = same.byteOffset + from * same.BYTES_PER_ELEMENT
    return readInto(file, offset, new Uint8Array(same.buffer, begin, length))
  }
  const scratch = scratches.pop() ?? new Uint8Array(BATCH_ROWS * BYTES_PER_DECIMAL)
  try {
    const [validity] = await Promise.all([
      readBytes(file, validityPlace),
      readInto(file, offset, scratch.subarray(0, length)),
    ])
    if (isCountedColumn(column)) fillCountedColumn(column, rows, scratch)
    else if (column.kind === 'coded') fillCodes(column, rows, scratch)
    else if (column.kind === 'bigs') fillBigs(column, rows, scratch)
    else fillUnits(column, rows, scratch)
    if (validity.length > 0) markNulls(column, rows, validity)
  } finally {
    scratches.push(scratch)
  }
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

/** Whole numbers, of DECIMAL in four words of 32 bits, else in two: the lowest tells how far they are from the first. */
function fillCountedColumn(
  { codes, domain, type }: CountedColumn,
  { from, to }: RowRange,
  bytes: Uint8Array,
): void {
  const words = new Int32Array(bytes.buffer)
  const step = type === 'DECIMAL' ? 4 : 2
  const first = domain.first | 0
  for (let row = from, at = 0; row < to; row++, at += step) codes[row] = (words[at]! - first) >>> 0
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
