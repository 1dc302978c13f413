import { open, rename, rm } from 'node:fs/promises'
import { runInSlices } from '@tributary/core/internal'
import {
  Column as ArrowColumn,
  Table as ArrowTable,
  Batch,
  bool,
  type DataType,
  dateDay,
  decimal128,
  dictionary,
  field,
  float64,
  int,
  int64,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette'
import { lowestBit } from '../aggregate/limbs.ts'
import { type Column, type FloatColumn, getNullCount, type MemoryTable } from '../columns/column.ts'
import type { RowRange } from '../select/block.ts'
import { timeAt } from '../select/window-rows.ts'
import {
  BYTES_PER_DECIMAL,
  bytesPerRow,
  computeValidityBitmap,
  convertedValues,
  sameInMemory,
  textBuffers,
  toByteView,
} from './arrow-buffers.ts'
import {
  BATCH_ROWS,
  type BufferPlace,
  type ColumnMetadata,
  METADATA_KEY,
  type SavedRange,
  type SnapshotMetadata,
  schemaEnd,
  VERSION,
} from './snapshot-metadata.ts'

/**
 * Writes a table as an Arrow IPC file with dictionaries, record batches, and what {@link SnapshotMetadata}
 * says in the schema. The file replaces what was at the path when it is complete, at once.
 */
export async function writeSnapshot(table: MemoryTable, path: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`
  const file = await open(partial, 'w')
  try {
    const { arrow, buffers } = await runInSlices(arrowTable(table))
    const places = locateBuffers(encode(arrow, null), buffers)
    const metadata = createSnapshotMetadata(
      table,
      (buffer) => places.get(buffer) ?? [0, 0],
      buffers,
    )
    await file.writeFile(convertPieces(encode(arrow, metadata), buffers))
    await file.sync()
    await file.close()
    await rename(partial, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

/** A buffer of the file. Flechette puts a whole table together before it writes, so what is converted comes late. */
interface FileBuffer {
  /** The bytes, or as many that stand for those. */
  readonly bytes: Uint8Array
  /** Makes the bytes when they are written; absent when they are there. */
  readonly convert?: () => Uint8Array
}

/** The buffers of a column. */
interface ColumnBuffers {
  readonly texts: readonly [FileBuffer, FileBuffer] | null
  readonly batches: readonly (readonly [FileBuffer, FileBuffer])[]
}

/** Stands for the bytes of buffers that are converted when they are written. */
const UNCONVERTED = new ArrayBuffer(BATCH_ROWS * BYTES_PER_DECIMAL)

/** Yields after each batch with NULLs, whose bits are converted. */
function* arrowTable(
  table: MemoryTable,
): Generator<
  void,
  { readonly arrow: ArrowTable; readonly buffers: ReadonlyMap<string, ColumnBuffers> }
> {
  const fields = []
  const children = []
  const buffers = new Map<string, ColumnBuffers>()
  for (const [name, column] of table.columns) {
    const texts = createArrowDictionary(column)
    const type =
      texts === null ? plainType(column) : dictionary(texts.column.type, codeType(column))
    const batches: Batch<unknown>[] = []
    const places: [FileBuffer, FileBuffer][] = []
    for (const range of batchRanges(table.rowCount)) {
      const { nulls, bits } = validityIn(column, range)
      const values = valuesIn(column, range)
      const length = range.to - range.from
      const batch = { length, nullCount: nulls, type, validity: bits, values: values.bytes }
      batches.push(Object.assign(new Batch(batch), texts && { dictionary: texts.column }))
      places.push([{ bytes: bits }, values])
      if (nulls > 0) yield
    }
    fields.push(field(name, type))
    children.push(new ArrowColumn(batches, type))
    buffers.set(name, { texts: texts?.buffers ?? null, batches: places })
  }
  return { arrow: new ArrowTable({ fields }, children), buffers }
}

/** A table without rows has one batch without rows: some readers expect one. */
function batchRanges(rowCount: number): readonly RowRange[] {
  return Array.from({ length: Math.max(1, Math.ceil(rowCount / BATCH_ROWS)) }, (_, batch) => ({
    from: batch * BATCH_ROWS,
    to: Math.min(rowCount, (batch + 1) * BATCH_ROWS),
  }))
}

function validityIn(column: Column, range: RowRange): ReturnType<typeof computeValidityBitmap> {
  return getNullCount(column) === 0
    ? { nulls: 0, bits: new Uint8Array(0) }
    : computeValidityBitmap(column, range)
}

function valuesIn(column: Column, range: RowRange): FileBuffer {
  const { from, to } = range
  const same = sameInMemory(column)
  if (same !== null) return { bytes: toByteView(same.subarray(from, to)) }
  const length = Math.ceil((to - from) * bytesPerRow(column))
  return {
    bytes: new Uint8Array(UNCONVERTED, 0, length),
    convert: () => convertedValues(column, range),
  }
}

function createArrowDictionary(
  column: Column,
): { readonly column: ArrowColumn<string>; readonly buffers: [FileBuffer, FileBuffer] } | null {
  if (column.kind !== 'coded' || column.domain.kind !== 'texts') return null
  const { offsets, bytes } = textBuffers(column.domain.texts)
  const shape = { length: column.domain.size, nullCount: 0, type: utf8() }
  const batch = new Batch<string>({ ...shape, validity: new Uint8Array(0), offsets, values: bytes })
  return {
    column: new ArrowColumn([batch], shape.type),
    buffers: [{ bytes: toByteView(offsets) }, { bytes }],
  }
}

function codeType(column: Column): ReturnType<typeof int> {
  return int(bytesPerRow(column) === 1 ? 8 : bytesPerRow(column) === 2 ? 16 : 32, false)
}

/** The precision of DECIMAL columns: every 64-bit number has at most 19 digits. */
const DECIMAL_DIGITS = 19

const MICROSECONDS = 2

function plainType({ type, scale }: Column): DataType {
  switch (type) {
    case 'INT':
      return int64()
    case 'DOUBLE':
      return float64()
    case 'STRING':
      return utf8()
    case 'BOOLEAN':
      return bool()
    case 'DECIMAL':
      return decimal128(DECIMAL_DIGITS, scale)
    case 'DATE':
      return dateDay()
    case 'TIMESTAMP':
      return timestamp(MICROSECONDS)
  }
}

/** The pieces of the file in order. */
function encode(arrow: ArrowTable, metadata: SnapshotMetadata | null): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  const sink = {
    write: (bytes: Uint8Array) => void pieces.push(bytes),
    pad: (count: number) => void pieces.push(new Uint8Array(count)),
    finish: () => null,
  }
  const texts = metadata && new Map([[METADATA_KEY, JSON.stringify(metadata)]])
  const schema = { ...arrow.schema, metadata: texts }
  tableToIPC(new ArrowTable(schema, arrow.children), { sink, format: 'file' })
  return pieces
}

/** The buffers in the order in which they lie in the file: dictionaries, then batch by batch; empty ones are not in it. */
function inFileOrder(columns: ReadonlyMap<string, ColumnBuffers>): readonly FileBuffer[] {
  const all = [...columns.values()]
  const dictionaries = all.flatMap(({ texts }) => texts ?? [])
  const batches = all[0]?.batches.flatMap((_, at) => all.flatMap(({ batches }) => batches[at]!))
  return [...dictionaries, ...(batches ?? [])].filter(({ bytes }) => bytes.length > 0)
}

function* withBuffers(
  pieces: readonly Uint8Array[],
  columns: ReadonlyMap<string, ColumnBuffers>,
): Generator<readonly [Uint8Array, FileBuffer | null]> {
  const bufferIterator = inFileOrder(columns)[Symbol.iterator]()
  let next = bufferIterator.next().value ?? null
  for (const piece of pieces) {
    const { buffer, byteOffset, length } = next?.bytes ?? {}
    if (piece.buffer === buffer && piece.byteOffset === byteOffset && piece.length === length) {
      yield [piece, next]
      next = bufferIterator.next().value ?? null
    } else yield [piece, null]
  }
}

function* convertPieces(
  pieces: readonly Uint8Array[],
  columns: ReadonlyMap<string, ColumnBuffers>,
): Generator<Uint8Array> {
  for (const [piece, buffer] of withBuffers(pieces, columns)) yield buffer?.convert?.() ?? piece
}

/** Where each buffer lies, from the end of the schema message on: that does not depend on the metadata. */
function locateBuffers(
  pieces: readonly Uint8Array[],
  columns: ReadonlyMap<string, ColumnBuffers>,
): ReadonlyMap<FileBuffer, BufferPlace> {
  const places = new Map<FileBuffer, BufferPlace>()
  let at = -schemaEnd(Buffer.concat(pieces.slice(0, 3)))
  for (const [piece, buffer] of withBuffers(pieces, columns)) {
    if (buffer !== null) places.set(buffer, [at, piece.length])
    at += piece.length
  }
  return places
}

function createSnapshotMetadata(
  table: MemoryTable,
  placeOf: (buffer: FileBuffer) => BufferPlace,
  buffers: ReadonlyMap<string, ColumnBuffers>,
): SnapshotMetadata {
  const pair = ([first, second]: readonly [FileBuffer, FileBuffer]) =>
    [placeOf(first), placeOf(second)] as const
  const columns = [...table.columns].map(([name, column]): ColumnMetadata => {
    const { texts, batches } = buffers.get(name)!
    return {
      name,
      type: column.type,
      scale: column.scale,
      kind: column.kind,
      nulls: getNullCount(column),
      ...(column.kind === 'coded' && { size: column.domain.size }),
      ...(column.kind === 'coded' &&
        column.domain.kind === 'count' && { first: column.domain.first }),
      ...(column.kind === 'floats' && { range: savedRange(column) }),
      ...(texts && { texts: pair(texts) }),
      batches: batches.map(pair),
    }
  })
  const { rowCount: rows } = table
  const sorted = table.sorted && { column: table.sorted.column, present: table.sorted.present }
  const lastTimes = sorted === null ? [] : listLastTimes(table.columns.get(sorted.column)!, sorted)
  return {
    version: VERSION,
    rows,
    sorted,
    lastTimes,
    lost: Object.fromEntries(table.lost),
    columns,
  }
}

function savedRange({ type, range, values }: FloatColumn): SavedRange {
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
  const bit = type === 'DOUBLE' ? { lowestBit: range.lowestBit ?? lowestBit(values) } : {}
  const { nulls, min, max, absoluteSum, whole: isWhole } = range
  return { nulls, min: finite(min), max: finite(max), absoluteSum, whole: isWhole, ...bit }
}

function listLastTimes(
  column: Column,
  { present }: { readonly present: number },
): readonly (string | null)[] {
  const rows = column.kind === 'coded' ? column.codes.length : column.values.length
  return Array.from({ length: Math.ceil(rows / BATCH_ROWS) }, (_, batch) => {
    const from = batch * BATCH_ROWS
    const last = Math.min(present, from + BATCH_ROWS) - 1
    return last < from ? null : String(timeAt(column, last))
  })
}
