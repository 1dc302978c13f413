import type { LineageSnapshot } from '@tributary/lineage'
import { decodeLineageSnapshot, type JournalEntry } from '@tributary/lineage/internal'
import { createLargeWrite, type Write } from '../database/write-queue.ts'
import type { Store } from '../schema.ts'

/** Bytes of one row. */
const PIECE_BYTES = 1_048_576

/** The entry of the journal up to which a lineage has everything. */
export type JournalPlace = Pick<JournalEntry, 'version' | 'at'>

/** A stored lineage, so that the journal need not be read from its beginning. */
export interface StoredSnapshot {
  readonly snapshot: LineageSnapshot
  readonly last: JournalPlace
}

/** The stored snapshot of a tenant's lineage: only the newest. */
export interface LineageSnapshots {
  /** The newest snapshot; null when there is none, or none that this version of the software can read. */
  read(): Promise<StoredSnapshot | null>
  /** Writes the pieces of `encodeLineageSnapshot`, unless there is a newer snapshot. */
  write(pieces: readonly Uint8Array[], last: JournalPlace): Promise<void>
}

/** Snapshots of more bytes are written where that does not block the event loop. */
const LARGE_BYTES = 1_048_576

/** The snapshot of a tenant's lineage in the store; `write` is the tenant's. */
export function createLineageSnapshots(
  store: Store,
  tenant: string,
  write: Write,
): LineageSnapshots {
  return {
    read: async () => {
      const rows = await store
        .selectFrom('lineage_snapshot')
        .select(['version', 'at', 'bytes'])
        .where('tenant', '=', tenant)
        .orderBy('piece')
        .execute()
      const [first] = rows
      if (first === undefined) return null
      const bytes = concatenatePieces(rows.map((row) => row.bytes))
      try {
        const snapshot = decodeLineageSnapshot(bytes, `of tenant ${tenant}`)
        return { snapshot, last: { version: first.version, at: first.at } }
      } catch {
        // The journal has everything that it had.
        return null
      }
    },
    write: (pieces, { version, at }) => {
      const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
      const writeAll = size > LARGE_BYTES ? createLargeWrite(store, tenant) : write
      return writeAll(async (transaction) => {
        const storedSnapshot = await transaction
          .selectFrom('lineage_snapshot')
          .select('version')
          .where('tenant', '=', tenant)
          .where('piece', '=', 0)
          .executeTakeFirst()
        if (storedSnapshot !== undefined && storedSnapshot.version > version) return
        await transaction.deleteFrom('lineage_snapshot').where('tenant', '=', tenant).execute()
        const all = concatenatePieces(pieces)
        for (let piece = 0; piece * PIECE_BYTES < all.length; piece++) {
          const bytes = all.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
          await transaction
            .insertInto('lineage_snapshot')
            .values({ tenant, piece, version, at, bytes })
            .execute()
        }
      })
    },
  }
}

function concatenatePieces(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
