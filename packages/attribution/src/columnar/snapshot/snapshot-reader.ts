import type { FileHandle } from 'node:fs/promises'
import { createAsyncMemo } from '@tributary/core/internal'
import type { Column, MemoryTable } from '../columns/column.ts'
import { emptyColumn, readBatch, readTexts } from './read-column.ts'
import type { SnapshotPart } from './request-parts.ts'
import { BATCH_ROWS, type SnapshotMetadata } from './snapshot-metadata.ts'

/** The table of a snapshot, which is in memory as far as it has been read. */
export interface SnapshotReader {
  readonly table: MemoryTable
  /** Reads parts that have not been read yet; an aborted signal stops between two batches, and its reason is thrown. */
  read(parts: readonly SnapshotPart[], signal?: AbortSignal): Promise<void>
}

/** As many as the threads that read files for a process, unless it is told otherwise. */
const READS_AT_ONCE = 4

/** Creates a reader of an open snapshot, of which only the metadata has been read. */
export function createSnapshotReader(file: FileHandle, metadata: SnapshotMetadata): SnapshotReader {
  const table = emptyTable(metadata)
  const columns = new Map(
    metadata.columns.map((columnMetadata) => [columnMetadata.name, columnMetadata]),
  )
  const done = createAsyncMemo<void>()
  return {
    table,
    async read(parts, signal) {
      const scratches: Uint8Array<ArrayBuffer>[] = []
      const readPiece = ({ name, batch }: Piece): Promise<void> =>
        done.getOrMake(`${name} ${batch}`, () => {
          const at = { file, metadata: columns.get(name)!, scratches }
          const column = table.columns.get(name)!
          return batch === null ? readTexts(column, at) : readBatch(column, batch, at)
        })
      // A loop over a generator that fails ends it, and so the others.
      const remainingPieces = iteratePieces(parts, metadata.rows)
      const readNext = async (): Promise<void> => {
        for (const piece of remainingPieces) {
          signal?.throwIfAborted()
          await readPiece(piece)
        }
      }
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readNext))
    },
  }
}

/** A batch of a column, or its dictionary. */
interface Piece {
  readonly name: string
  readonly batch: number | null
}

function* iteratePieces(parts: readonly SnapshotPart[], rowCount: number): Generator<Piece> {
  for (const { column: name, part } of parts) {
    if (part === 'texts') yield { name, batch: null }
    else {
      const end = Math.min(part.to, rowCount)
      const first = Math.floor(part.from / BATCH_ROWS)
      for (let batch = first; batch * BATCH_ROWS < end; batch++) yield { name, batch }
    }
  }
}

function emptyTable({ rows, columns, sorted, lastTimes, lost }: SnapshotMetadata): MemoryTable {
  const last = lastTimes.flatMap((time) => (time === null ? [] : [BigInt(time)]))
  return {
    rowCount: rows,
    columns: new Map<string, Column>(
      columns.map((columnMetadata) => [columnMetadata.name, emptyColumn(columnMetadata, rows)]),
    ),
    sorted: sorted && { ...sorted, steps: { rows: BATCH_ROWS, last } },
    lost: new Map(Object.entries(lost)),
  }
}
