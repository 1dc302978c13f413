import type { Selectable, Transaction } from 'kysely'
import type { Store } from './open-store.ts'
import type { LineageImportTable, StoreSchema } from './schema.ts'
import type { Write } from './write-queue.ts'

/** An import of lineage as the store has it. */
export type ImportRow = Omit<Selectable<LineageImportTable>, 'tenant'>

/** What an import did. */
export interface ImportCounts {
  readonly format: string
  readonly vertices: number
  readonly edges: number
  readonly newVertices: number
  readonly newEdges: number
}

/** What is known of an import when it begins. */
export type BegunImport = Pick<ImportRow, 'id' | 'account' | 'file' | 'started_at'>

/** How far an import is. */
export type KeptProgress = Pick<ImportRow, 'step' | 'done' | 'total'>

/** The imports of a tenant's lineage, for whoever asks for their state. Times are those of the caller's clock. */
export interface LineageImports {
  /** Keeps an import that runs; an import that is kept already stays as it is. Gives it as it is then. */
  begin(begun: BegunImport, progress: KeptProgress, at: Date): Promise<ImportRow>
  /** Says that an import still runs, and how far it is. */
  beat(id: string, progress: KeptProgress, at: Date): Promise<void>
  /**
   * Keeps, in the transaction that stores the changes of an import, that it succeeded. False when it was declared
   * failed meanwhile: then the transaction must not be committed.
   */
  succeed(
    transaction: Transaction<StoreSchema>,
    begun: BegunImport,
    done: ImportCounts & { readonly at: Date },
  ): Promise<boolean>
  /** Declares an import failed that runs; only while it was not heard of since `lastBeat`, where that is given. */
  fail(
    id: string,
    failure: { readonly message: string; readonly at: Date; readonly lastBeat?: string },
  ): Promise<void>
  read(id: string): Promise<ImportRow | null>
}

/** How long an import can be asked for after it began, in milliseconds: seven days. */
const KEPT = 7 * 24 * 60 * 60 * 1_000

/** The imports of a tenant in the store; `write` is the tenant's. */
export function lineageImportsIn(store: Store, tenant: string, write: Write): LineageImports {
  const read = (from: Store | Transaction<StoreSchema>, id: string) =>
    from
      .selectFrom('lineage_import')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst()
  const running = (transaction: Transaction<StoreSchema>, id: string) =>
    transaction
      .updateTable('lineage_import')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
  return {
    begin: (begun, progress, at) =>
      write(async (transaction) => {
        await dropOld(transaction, tenant, at)
        await transaction
          .insertInto('lineage_import')
          .values({ ...NOTHING_YET, ...begun, ...progress, tenant, beat_at: at.toISOString() })
          .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
          .execute()
        return (await read(transaction, begun.id))!
      }),
    beat: (id, progress, at) =>
      write(async (transaction) => {
        const beat_at = at.toISOString()
        await running(transaction, id)
          .set({ ...progress, beat_at })
          .execute()
      }),
    succeed: async (transaction, begun, { at, newVertices, newEdges, ...counts }) => {
      const time = at.toISOString()
      const done = {
        ...counts,
        new_vertices: newVertices,
        new_edges: newEdges,
        status: 'SUCCESS',
        step: null,
        done: null,
        total: null,
        beat_at: time,
        ended_at: time,
      } as const
      const kept = await running(transaction, begun.id).set(done).executeTakeFirst()
      if (kept.numUpdatedRows > 0n) return true
      if ((await read(transaction, begun.id)) !== undefined) return false
      await dropOld(transaction, tenant, at)
      await transaction
        .insertInto('lineage_import')
        .values({ ...NOTHING_YET, ...begun, ...done, tenant })
        .execute()
      return true
    },
    fail: (id, { message, at, lastBeat }) =>
      write(async (transaction) => {
        const failed = running(transaction, id).set({
          status: 'FAILED',
          step: null,
          done: null,
          total: null,
          message,
          ended_at: at.toISOString(),
        })
        await (lastBeat === undefined ? failed : failed.where('beat_at', '=', lastBeat)).execute()
      }),
    read: async (id) => (await read(store, id)) ?? null,
  }
}

const NOTHING_YET = {
  status: 'RUNNING',
  step: null,
  done: null,
  total: null,
  format: null,
  vertices: null,
  edges: null,
  new_vertices: null,
  new_edges: null,
  message: null,
  ended_at: null,
} as const

async function dropOld(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  now: Date,
): Promise<void> {
  await transaction
    .deleteFrom('lineage_import')
    .where('tenant', '=', tenant)
    .where('started_at', '<', new Date(now.getTime() - KEPT).toISOString())
    .execute()
}
