import { type JournalEntry, type LineageJournal, parseChange } from '@tributary/lineage/internal'
import type { Kysely, Transaction } from 'kysely'
import type { StoreSchema } from './schema.ts'
import type { Write } from './write-queue.ts'

/** Rows that are written by one statement or read at once. */
const BATCH = 500

/** Where the lineage of a tenant is kept. */
export interface LineageJournals {
  /** To read from at any time. */
  readonly reading: LineageJournal
  /**
   * Gives `work` the journal as the only one who writes it, in all processes on the store. What it appends is
   * on the disk when this resolves, together with what it writes in the transaction; when it rejects, nothing
   * was appended or written.
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
