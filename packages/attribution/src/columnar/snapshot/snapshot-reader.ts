import type { FileHandle } from 'node:fs/promises'
import type { Column, MemoryTable, SortedBy } from '../columns/column.ts'
import type { RowRange } from '../select/block.ts'
import { filePieces, stepsOf, unknownRows } from './file-pieces.ts'
import { createOnceByKey } from './once-by-key.ts'
import { type ColumnFile, readRows } from './read-rows.ts'
import { readTexts } from './read-texts.ts'
import type { SnapshotPart } from './request-parts.ts'
import { emptyColumn } from './snapshot-columns.ts'
import { BATCH_ROWS, type ColumnNotes, type SnapshotNotes, STEP_ROWS } from './snapshot-notes.ts'

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
  const table = emptyTable(notes)
  const noted = new Map<string, ColumnNotes>(notes.columns.map((one) => [one.name, one]))
  const once = createOnceByKey()
  const readStretch = (name: string, rows: RowRange, at: ColumnFile): Promise<void> =>
    once.begin(
      stepsOf(rows).map((step) => `${name} ${step}`),
      () => readRows(table.columns.get(name)!, rows, at),
    )
  const readPiece = async (
    { column: name, part }: SnapshotPart,
    scratches: ColumnFile['scratches'],
  ): Promise<void> => {
    const at = { file, notes: noted.get(name)!, scratches }
    if (part === 'texts') {
      const key = `${name} texts`
      return once.get(key) ?? once.begin([key], () => readTexts(table.columns.get(name)!, at))
    }
    const begun = stepsOf(part).map((step) => once.get(`${name} ${step}`))
    const first = stepsOf(part)[0]!
    const unknown = unknownRows(part, (step) => begun[step - first] !== null)
    await Promise.all([...begun, ...unknown.map((rows) => readStretch(name, rows, at))])
  }
  return {
    table,
    async read(parts, signal) {
      const scratches: ColumnFile['scratches'] = []
      // A loop over a generator that fails ends it, and so the others.
      const left = filePieces(parts, notes.rows)
      const readNext = async (): Promise<void> => {
        for (const piece of left) {
          signal?.throwIfAborted()
          await readPiece(piece, scratches)
        }
      }
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readNext))
    },
  }
}

function emptyTable(notes: SnapshotNotes): MemoryTable {
  return {
    rowCount: notes.rows,
    columns: new Map<string, Column>(
      notes.columns.map((one) => [one.name, emptyColumn(one, notes.rows)]),
    ),
    sorted: notes.sorted && { ...notes.sorted, steps: stepTimes(notes) },
    lost: new Map(Object.entries(notes.lost)),
  }
}

function stepTimes({ version, lastTimes }: SnapshotNotes): NonNullable<SortedBy['steps']> {
  const last = lastTimes.flatMap((time) => (time === null ? [] : [BigInt(time)]))
  return { rows: version === 1 ? BATCH_ROWS : STEP_ROWS, last }
}
