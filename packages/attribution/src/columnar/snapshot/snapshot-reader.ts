import type { FileHandle } from 'node:fs/promises'
import type { Column } from '../columns/column.ts'
import type { MemoryTable, SortedBy } from '../columns/memory-table.ts'
import { type BatchFile, readBatch } from './read-batch.ts'
import { readTexts } from './read-texts.ts'
import type { SnapshotPart } from './request-parts.ts'
import { emptyColumn } from './snapshot-columns.ts'
import { BATCH_ROWS, type ColumnNotes, type SnapshotNotes } from './snapshot-notes.ts'

/** The table of a snapshot, which is in memory as far as it has been read. */
export interface SnapshotReader {
  readonly table: MemoryTable
  /** Reads parts that have not been read yet; an aborted signal stops between two of them, and its reason is thrown. */
  read(parts: readonly SnapshotPart[], signal?: AbortSignal): Promise<void>
}

/** As many as the threads that read files for a process, unless it is told otherwise. */
const READS_AT_ONCE = 4

/** A reader of an open snapshot; nothing has been read but its notes. */
export function createSnapshotReader(file: FileHandle, notes: SnapshotNotes): SnapshotReader {
  const columns = new Map<string, Column>()
  const noted = new Map<string, ColumnNotes>()
  for (const one of notes.columns) {
    columns.set(one.name, emptyColumn(one, notes.rows))
    noted.set(one.name, one)
  }
  const table: MemoryTable = {
    rowCount: notes.rows,
    columns,
    sorted: notes.sorted && { ...notes.sorted, batches: batchTimes(notes) },
    lost: new Map(Object.entries(notes.lost)),
  }
  const readPart = (
    { column, part }: SnapshotPart,
    scratches: BatchFile['scratches'],
  ): Promise<void> => {
    const at = { notes: noted.get(column)!, file, scratches }
    return part === 'texts'
      ? readTexts(columns.get(column)!, at)
      : readBatch(columns.get(column)!, part, at)
  }
  // A part that another request is reading is waited for; what failed may be tried again.
  const known = new Map<string, Promise<void>>()
  const once = async (part: SnapshotPart, scratches: BatchFile['scratches']): Promise<void> => {
    const key = `${part.part} ${part.column}`
    const reading = known.get(key) ?? readPart(part, scratches)
    known.set(key, reading)
    await reading.catch((error: unknown) => {
      known.delete(key)
      throw error
    })
  }
  return {
    table,
    async read(parts, signal) {
      const scratches: BatchFile['scratches'] = []
      // A loop over a generator that fails ends it, and so the others.
      const left = each(parts)
      const readNext = async (): Promise<void> => {
        for (const part of left) {
          signal?.throwIfAborted()
          await once(part, scratches)
        }
      }
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readNext))
    },
  }
}

function* each<T>(list: readonly T[]): Generator<T> {
  yield* list
}

function batchTimes({ lastTimes }: SnapshotNotes): NonNullable<SortedBy['batches']> {
  const last = lastTimes.flatMap((time) => (time === null ? [] : [BigInt(time)]))
  return { rows: BATCH_ROWS, last }
}
