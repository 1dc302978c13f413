import type { LineageJournal, LineageSnapshot } from '@tributary/lineage'
import { decodeLineageSnapshot, type JournalEntry, parseChange } from '@tributary/lineage/internal'
import type { Kysely, Transaction } from 'kysely'
import type { Store } from './open-store.ts'
import type { StoreSchema } from './schema.ts'
import type { Write } from './write-queue.ts'

/** The most rows that one statement writes or reads. */
const BATCH = 500

/** Where the lineage of a tenant is kept. */
export interface LineageJournals {
  /** To read from at any time. */
  readonly reading: LineageJournal
  /**
   * Runs `work` as the only writer of the journal, in all processes on the store. Its changes of the journal and of the
   * transaction are on the disk when this resolves; when it rejects, neither has changed.
   */
  writing<T>(
    work: (journal: LineageJournal, transaction: Transaction<StoreSchema>) => Promise<T>,
  ): Promise<T>
}

/** The journal of a tenant's lineage in the store; `write` is the tenant's. */
export function lineageJournalsIn(
  store: Kysely<StoreSchema>,
  tenant: string,
  write: Write,
): LineageJournals {
  return {
    reading: lineageJournalIn(store, tenant),
    writing: (work) =>
      write((transaction) => work(lineageJournalIn(transaction, tenant), transaction)),
  }
}

/** The journal of a tenant's lineage as a connection or transaction sees it. */
export function lineageJournalIn(store: Kysely<StoreSchema>, tenant: string): LineageJournal {
  return {
    append: async (entries) => {
      const rows = entries.map(({ version, at, actor, change }) => {
        return { tenant, version, at, actor, change: JSON.stringify(change) }
      })
      for (let start = 0; start < rows.length; start += BATCH) {
        const values = rows.slice(start, start + BATCH)
        await store.insertInto('lineage_change').values(values).execute()
      }
    },
    read: (after) => readEntries(store, tenant, after ?? 0),
  }
}

async function* readEntries(
  store: Kysely<StoreSchema>,
  tenant: string,
  after: number,
): AsyncGenerator<JournalEntry> {
  for (let last = after; ; ) {
    const rows = await store
      .selectFrom('lineage_change')
      .select(['version', 'at', 'actor', 'change'])
      .where('tenant', '=', tenant)
      .where('version', '>', last)
      .orderBy('version')
      .limit(BATCH)
      .execute()
    for (const { change, ...row } of rows) {
      yield { ...row, change: parseChange(change, row.version, `The lineage of tenant ${tenant}`) }
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)!.version
  }
}

/** Bytes of one row. */
const PIECE = 1_048_576

/** The entry of the journal up to which a lineage has everything. */
export type JournalPlace = Pick<JournalEntry, 'version' | 'at'>

/** A lineage as it was kept, so that the journal need not be read from its beginning. */
export interface KeptSnapshot {
  readonly snapshot: LineageSnapshot
  readonly last: JournalPlace
}

/** Where the snapshot of a tenant's lineage is kept: one, the newest. */
export interface LineageSnapshots {
  /** What was kept last; null for nothing, and for something that this version of the software cannot read. */
  read(): Promise<KeptSnapshot | null>
  /** Keeps the pieces of `encodeLineageSnapshot` unless something newer is kept already. */
  keep(pieces: readonly Uint8Array[], last: JournalPlace): Promise<void>
}

/** The snapshot of a tenant's lineage in the store; `write` is the tenant's. */
export function lineageSnapshotsIn(store: Store, tenant: string, write: Write): LineageSnapshots {
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
      const bytes = joined(rows.map((row) => row.bytes))
      try {
        const snapshot = decodeLineageSnapshot(bytes, `of tenant ${tenant}`)
        return { snapshot, last: { version: first.version, at: first.at } }
      } catch {
        // The journal has everything that it had.
        return null
      }
    },
    keep: (pieces, { version, at }) =>
      write(async (transaction) => {
        const kept = await transaction
          .selectFrom('lineage_snapshot')
          .select('version')
          .where('tenant', '=', tenant)
          .where('piece', '=', 0)
          .executeTakeFirst()
        if (kept !== undefined && kept.version > version) return
        await transaction.deleteFrom('lineage_snapshot').where('tenant', '=', tenant).execute()
        const all = joined(pieces)
        for (let piece = 0; piece * PIECE < all.length; piece++) {
          const bytes = all.subarray(piece * PIECE, (piece + 1) * PIECE)
          await transaction
            .insertInto('lineage_snapshot')
            .values({ tenant, piece, version, at, bytes })
            .execute()
        }
      }),
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/**
 * The version of the definitions that a tenant's lineage was last brought to; 0 for none. What definitions that did
 * not change give is not worked out again: when that becomes something else, a migration sets this to 0.
 */
export async function readLineageVersion(store: Store, tenant: string): Promise<number> {
  const row = await store
    .selectFrom('tenant')
    .select('lineage_version')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row?.lineage_version ?? 0
}

/** Remembers that a tenant's lineage says what the definitions of that version do. */
export async function writeLineageVersion(
  write: Write,
  tenant: string,
  version: number,
): Promise<void> {
  await write(async (transaction) => {
    await transaction
      .updateTable('tenant')
      .set({ lineage_version: version })
      .where('tenant', '=', tenant)
      .execute()
  })
}
