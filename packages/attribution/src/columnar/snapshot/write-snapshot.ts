import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { lowestBit } from '../aggregate/limbs.ts'
import { type Column, type FloatColumn, type MemoryTable, nullsOf } from '../columns/column.ts'
import { timeAt } from '../select/window-rows.ts'
import {
  dictionaryMessage,
  footerTable,
  type MessagePlace,
  recordBatchMessage,
  recordBatchTable,
  schemaMessage,
  schemaTable,
} from './arrow-metadata.ts'
import { columnBuffers, textBuffers } from './column-buffers.ts'
import { type FlatTable, writeFlatBuffer } from './flatbuffer.ts'
import {
  BATCH_ROWS,
  type ColumnNotes,
  type FileBuffer,
  NOTES_KEY,
  type NotedRange,
  type SnapshotNotes,
  STEP_ROWS,
} from './snapshot-notes.ts'

/**
 * Writes a table as an Arrow IPC file: dictionaries, batches of rows, and statistics in the metadata. It
 * takes the place of what was at the path at once, whole, when it is complete.
 */
export async function writeSnapshot(table: MemoryTable, path: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`
  const file = await open(partial, 'w')
  try {
    await writeFile(new FileWriter(file), table)
    await file.sync()
    await file.close()
    await rename(partial, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(partial, { force: true })
    throw error
  }
}

const MAGIC = new TextEncoder().encode('ARROW1')

async function writeFile(writer: FileWriter, table: MemoryTable): Promise<void> {
  const columns = [...table.columns]
  await writer.bytes(MAGIC)
  await writer.align(8)
  await writer.message(schemaMessage(schemaTable(columns, {})), [])
  const texts = new Map<string, readonly [FileBuffer, FileBuffer]>()
  const dictionaries: MessagePlace[] = []
  for (const [id, [name, column]] of columns.entries()) {
    if (column.kind !== 'coded' || column.domain.kind !== 'texts') continue
    const [ends, bytes] = textBuffers(column.domain.texts)
    const rows = column.domain.size
    const written = await writer.batch([new Uint8Array(0), ends, bytes], (places, length) =>
      dictionaryMessage(id, recordBatchTable(rows, [0], places), length),
    )
    dictionaries.push(written.place)
    texts.set(name, [written.buffers[1]!, written.buffers[2]!])
  }
  const batches: MessagePlace[] = []
  const buffers = columns.map((): (readonly [FileBuffer, FileBuffer])[] => [])
  // A table without rows has one batch without rows: some readers expect one.
  for (let from = 0; from === 0 || from < table.rowCount; from += BATCH_ROWS) {
    const to = Math.min(table.rowCount, from + BATCH_ROWS)
    const parts = columns.map(([, column]) => columnBuffers(column, from, to))
    const nulls = parts.map((part) => part.nulls)
    const written = await writer.batch(
      parts.flatMap(({ validity, values }) => [validity, values]),
      (places, length) => recordBatchMessage(recordBatchTable(to - from, nulls, places), length),
    )
    batches.push(written.place)
    columns.forEach((_, index) => {
      buffers[index]!.push([written.buffers[index * 2]!, written.buffers[index * 2 + 1]!])
    })
  }
  const notes = notesOf(table, { texts, buffers })
  const schema = schemaTable(columns, { [NOTES_KEY]: JSON.stringify(notes) })
  await writer.footer(footerTable(schema, dictionaries, batches))
}

function notesOf(
  table: MemoryTable,
  at: {
    readonly texts: ReadonlyMap<string, readonly [FileBuffer, FileBuffer]>
    readonly buffers: readonly (readonly (readonly [FileBuffer, FileBuffer])[])[]
  },
): SnapshotNotes {
  const columns = [...table.columns].map(([name, column], index): ColumnNotes => {
    const texts = at.texts.get(name)
    return {
      name,
      type: column.type,
      scale: column.scale,
      kind: column.kind,
      nulls: nullsOf(column),
      ...(column.kind === 'coded' && { size: column.domain.size }),
      ...(column.kind === 'coded' &&
        column.domain.kind === 'count' && { first: column.domain.first }),
      ...(column.kind === 'floats' && { range: notedRange(column) }),
      ...(texts !== undefined && { texts }),
      batches: at.buffers[index]!,
    }
  })
  const { rowCount: rows } = table
  const sorted = table.sorted && { column: table.sorted.column, present: table.sorted.present }
  const lastTimes = sorted === null ? [] : lastTimesOf(table.columns.get(sorted.column)!, sorted)
  const lost = Object.fromEntries(table.lost)
  return { version: 2, rows, sorted, lastTimes, lost, columns }
}

function notedRange({ type, range, values }: FloatColumn): NotedRange {
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)
  const bit = type === 'DOUBLE' ? { lowestBit: range.lowestBit ?? lowestBit(values) } : {}
  const { nulls, min, max, absoluteSum, whole } = range
  return { nulls, min: finite(min), max: finite(max), absoluteSum, whole, ...bit }
}

function lastTimesOf(
  column: Column,
  { present }: { readonly present: number },
): readonly (string | null)[] {
  const rows = column.kind === 'coded' ? column.codes.length : column.values.length
  return Array.from({ length: Math.ceil(rows / STEP_ROWS) }, (_, step) => {
    const from = step * STEP_ROWS
    const last = Math.min(present, from + STEP_ROWS) - 1
    return last < from ? null : String(timeAt(column, last))
  })
}

/** Buffers begin at multiples of this, as Arrow recommends. */
const BUFFER_ALIGNMENT = 64

class FileWriter {
  readonly #file: FileHandle
  #end = 0

  constructor(file: FileHandle) {
    this.#file = file
  }

  async bytes(bytes: Uint8Array): Promise<void> {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written)
      written += bytesWritten
    }
    this.#end += bytes.length
  }

  async align(size: number): Promise<void> {
    await this.bytes(new Uint8Array((size - (this.#end % size)) % size))
  }

  /** A message with its body: the buffers one after the other, aligned. */
  async batch(
    buffers: readonly Uint8Array[],
    messageOf: (places: readonly { offset: number; length: number }[], length: number) => FlatTable,
  ): Promise<{ readonly place: MessagePlace; readonly buffers: readonly FileBuffer[] }> {
    let bodyLength = 0
    const places = buffers.map((bytes) => {
      const offset = bodyLength
      bodyLength += aligned(bytes.length)
      return { offset, length: bytes.length }
    })
    const place = await this.message(messageOf(places, bodyLength), buffers)
    const body = place.offset + place.metadataLength
    return { place, buffers: places.map(({ offset, length }) => [body + offset, length] as const) }
  }

  async message(message: FlatTable, body: readonly Uint8Array[]): Promise<MessagePlace> {
    const offset = this.#end
    const metadata = writeFlatBuffer(message)
    // The body begins at an aligned place of the file.
    const total = aligned(offset + 8 + metadata.length) - offset
    const prefix = new DataView(new ArrayBuffer(8))
    prefix.setInt32(0, -1, true)
    prefix.setInt32(4, total - 8, true)
    await this.bytes(new Uint8Array(prefix.buffer))
    await this.bytes(metadata)
    await this.bytes(new Uint8Array(total - 8 - metadata.length))
    const start = this.#end
    for (const bytes of body) {
      await this.bytes(bytes)
      await this.align(BUFFER_ALIGNMENT)
    }
    return { offset, metadataLength: total, bodyLength: this.#end - start }
  }

  async footer(footer: FlatTable): Promise<void> {
    const end = new DataView(new ArrayBuffer(8))
    end.setInt32(0, -1, true)
    await this.bytes(new Uint8Array(end.buffer))
    const bytes = writeFlatBuffer(footer)
    await this.bytes(bytes)
    const length = new DataView(new ArrayBuffer(4))
    length.setInt32(0, bytes.length, true)
    await this.bytes(new Uint8Array(length.buffer))
    await this.bytes(MAGIC)
  }
}

function aligned(length: number): number {
  return Math.ceil(length / BUFFER_ALIGNMENT) * BUFFER_ALIGNMENT
}
