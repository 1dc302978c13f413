import { setImmediate } from 'node:timers/promises'
import type { LineageJournal } from '@tributary/lineage'
import { type JournalEntry, type LineageChange, parseChange } from '@tributary/lineage/internal'
import type { Kysely, Transaction } from 'kysely'
import { abandonedImportError } from '../../model/errors.ts'
import type { Write } from '../database/write-queue.ts'
import type { Store, StoreSchema } from '../schema.ts'
import { iterateChunks } from '../statements.ts'

/** The most rows that one statement writes or reads. */
const BATCH = 500

/** Some of the changes of an import. */
export interface ImportPiece {
  readonly id: string
  /** From 0. */
  readonly piece: number
  readonly at: string
  /** A list of changes, as JSON. */
  readonly changes: string
}

/** The journal of the lineage of a tenant. */
export interface LineageJournals {
  /** To read from at any time. */
  readonly reader: LineageJournal
  /** The last version at a time; 0 when there was none. */
  versionAt(time: Date): Promise<number>
  /** Stores changes that {@link appendImport} makes a part of the journal; until then nobody reads them. */
  writePiece(piece: ImportPiece): Promise<void>
  /** Appends the stored changes of an import as one entry. Rejects when there are not so many pieces. */
  appendImport(
    transaction: Transaction<StoreSchema>,
    stored: { readonly id: string; readonly pieces: number },
    entry: Omit<JournalEntry, 'change'>,
  ): Promise<void>
  /** Deletes the stored changes of an import that is no part of the journal. */
  dropPieces(id: string): Promise<void>
  /** Deletes the stored changes of imports whose processes have ended since `before` without an entry. */
  dropAbandoned(before: Date): Promise<void>
  /**
   * Runs `work` as the only writer of the journal, in all processes on the store. Its changes of the journal and of the
   * transaction are on the disk when this resolves; when it rejects, neither has changed.
   */
  write<T>(
    work: (journal: LineageJournal, transaction: Transaction<StoreSchema>) => Promise<T>,
  ): Promise<T>
}

/** The journal of a tenant's lineage in the store; `write` is the tenant's. */
export function createLineageJournals(
  store: Kysely<StoreSchema>,
  tenant: string,
  write: Write,
): LineageJournals {
  return {
    reader: createLineageJournal(store, tenant),
    versionAt: async (time) => {
      const latestChange = await store
        .selectFrom('lineage_change')
        .select(({ fn }) => fn.max('version').as('version'))
        .where('tenant', '=', tenant)
        .where('at', '<=', time.toISOString())
        .executeTakeFirst()
      return latestChange?.version ?? 0
    },
    writePiece: async ({ id, piece, at, changes }) => {
      const row = { tenant, import: id, piece, written_at: at, changes }
      await write(async (transaction) => {
        await transaction.insertInto('lineage_piece').values(row).execute()
      })
    },
    appendImport: async (transaction, { id, pieces }, entry) => {
      const { stored } = await transaction
        .selectFrom('lineage_piece')
        .select(({ fn }) => fn.countAll().as('stored'))
        .where('tenant', '=', tenant)
        .where('import', '=', id)
        .executeTakeFirstOrThrow()
      if (Number(stored) !== pieces) throw abandonedImportError()
      await transaction
        .insertInto('lineage_change')
        .values({ tenant, ...entry, change: formatImportEntry(id) })
        .execute()
    },
    dropPieces: (id) => dropPieces(write, tenant, id),
    dropAbandoned: async (before) => {
      const old = await store
        .selectFrom('lineage_piece')
        .select('import')
        .distinct()
        .where('tenant', '=', tenant)
        .where('written_at', '<', before.toISOString())
        .execute()
      for (const { import: id } of old) await dropPieces(write, tenant, id)
    },
    write: (work) =>
      write((transaction) => work(createLineageJournal(transaction, tenant), transaction)),
  }
}

/** The journal of a tenant's lineage as a connection or transaction sees it. */
export function createLineageJournal(store: Kysely<StoreSchema>, tenant: string): LineageJournal {
  return {
    append: async (entries) => {
      const rows = entries.map(({ version, at, actor, change }) => {
        return { tenant, version, at, actor, change: JSON.stringify(change) }
      })
      for (const values of iterateChunks(rows, BATCH)) {
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
      const name = `The lineage of tenant ${tenant}`
      const id = parseImportId(change)
      yield {
        ...row,
        change:
          id === null
            ? parseChange(change, row.version, name)
            : { op: 'together', changes: await readPieces(store, { tenant, id, name, ...row }) },
      }
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)!.version
  }
}

/** The entry of the journal that stands for the changes of an import. */
function formatImportEntry(id: string): string {
  return JSON.stringify({ op: 'together', import: id })
}

function parseImportId(change: string): string | null {
  if (!change.startsWith('{"op":"together","import":')) return null
  return (JSON.parse(change) as { readonly import: string }).import
}

/** The changes of an import, piece by piece, so that others have their turn. */
async function readPieces(
  store: Kysely<StoreSchema>,
  {
    tenant,
    id,
    name,
    version,
  }: {
    readonly tenant: string
    readonly id: string
    readonly name: string
    readonly version: number
  },
): Promise<readonly LineageChange[]> {
  const all: LineageChange[] = []
  for (let piece = 0; ; piece++) {
    const row = await store
      .selectFrom('lineage_piece')
      .select('changes')
      .where('tenant', '=', tenant)
      .where('import', '=', id)
      .where('piece', '=', piece)
      .executeTakeFirst()
    if (row === undefined) return all
    const text = `{"op":"together","changes":${row.changes}}`
    const change = parseChange(text, version, name)
    if (change.op === 'together')
      for (const lineageChange of change.changes) all.push(lineageChange)
    await setImmediate()
  }
}

/** A commit whose answer was lost may have made the pieces a part of the journal: then they stay. */
async function dropPieces(write: Write, tenant: string, id: string): Promise<void> {
  await write(async (transaction) => {
    const namingRow = await transaction
      .selectFrom('lineage_change')
      .select('version')
      .where('tenant', '=', tenant)
      .where('change', '=', formatImportEntry(id))
      .executeTakeFirst()
    if (namingRow !== undefined) return
    await transaction
      .deleteFrom('lineage_piece')
      .where('tenant', '=', tenant)
      .where('import', '=', id)
      .execute()
  })
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
