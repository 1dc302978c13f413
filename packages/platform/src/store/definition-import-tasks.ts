import type { Selectable, Transaction } from 'kysely'
import type { Store } from './open-store.ts'
import type { DefinitionImportTaskTable, StoreSchema } from './schema.ts'
import type { Write } from './write-queue.ts'

/** An import of definitions as the store has it. */
export type ImportTaskRow = Omit<Selectable<DefinitionImportTaskTable>, 'tenant'>

/** What is known of an import when it begins. */
export type BegunImportTask = Pick<ImportTaskRow, 'id' | 'account' | 'file' | 'started_at'>

/** The imports of definitions of a tenant, for whoever asks for their state. Times are those of the caller's clock. */
export interface DefinitionImportTasks {
  /** Keeps an import that runs; an import that is kept already stays as it is. Gives it as it is then. */
  begin(begun: BegunImportTask, step: ImportTaskRow['step'], at: Date): Promise<ImportTaskRow>
  /** Says that an import still runs, and how far it is. False when it does not run any more. */
  beat(id: string, step: ImportTaskRow['step'], at: Date): Promise<boolean>
  /**
   * Keeps what an import answers, in the transaction that stores its definitions. False when it was ended meanwhile: then
   * the transaction must not be committed.
   */
  succeed(
    transaction: Transaction<StoreSchema>,
    begun: BegunImportTask,
    done: { readonly at: Date; readonly answer: readonly string[] },
  ): Promise<boolean>
  /** Ends an import that runs; only while it was not heard of since `lastBeat`, where that is given. */
  end(
    id: string,
    ending: {
      readonly status: 'FAILED' | 'CANCELLED'
      readonly message: string
      readonly at: Date
      readonly lastBeat?: string
    },
  ): Promise<void>
  read(id: string): Promise<ImportTaskRow | null>
  /** What an import answered, in the pieces in which it was kept. */
  answer(id: string): Promise<readonly string[]>
}

/** How long an import can be asked for after it began, in milliseconds: seven days. */
const KEPT = 7 * 24 * 60 * 60 * 1_000

/** The imports of definitions of a tenant in the store; `write` is the tenant's. */
export function definitionImportTasksIn(
  store: Store,
  tenant: string,
  write: Write,
): DefinitionImportTasks {
  const read = async (from: Store | Transaction<StoreSchema>, id: string) =>
    (await from
      .selectFrom('definition_import_task')
      .select(['id', 'account', 'file', 'status', 'step', 'message', 'started_at', 'beat_at'])
      .select('ended_at')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  const running = (transaction: Transaction<StoreSchema>, id: string) =>
    transaction
      .updateTable('definition_import_task')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
  return {
    begin: (begun, step, at) =>
      write(async (transaction) => {
        await dropOld(transaction, tenant, at)
        await transaction
          .insertInto('definition_import_task')
          .values({ ...RUNNING, ...begun, tenant, step, beat_at: at.toISOString() })
          .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
          .execute()
        return (await read(transaction, begun.id))!
      }),
    beat: (id, step, at) =>
      write(async (transaction) => {
        const { numUpdatedRows } = await running(transaction, id)
          .set({ step, beat_at: at.toISOString() })
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    succeed: async (transaction, begun, { at, answer }) => {
      const time = at.toISOString()
      const done = { status: 'SUCCESS', step: null, beat_at: time, ended_at: time } as const
      const { numUpdatedRows } = await running(transaction, begun.id).set(done).executeTakeFirst()
      if (numUpdatedRows === 0n) {
        if ((await read(transaction, begun.id)) !== null) return false
        await dropOld(transaction, tenant, at)
        const row = { ...RUNNING, ...begun, ...done, tenant }
        await transaction.insertInto('definition_import_task').values(row).execute()
      }
      for (const [piece, text] of answer.entries()) {
        await transaction
          .insertInto('definition_import_answer')
          .values({ tenant, import: begun.id, piece, text })
          .execute()
      }
      return true
    },
    end: (id, { status, message, at, lastBeat }) =>
      write(async (transaction) => {
        const ended = running(transaction, id).set({
          ...{ status, message, step: null },
          ended_at: at.toISOString(),
        })
        await (lastBeat === undefined ? ended : ended.where('beat_at', '=', lastBeat)).execute()
      }),
    read: (id) => read(store, id),
    answer: async (id) => {
      const rows = await store
        .selectFrom('definition_import_answer')
        .select('text')
        .where('tenant', '=', tenant)
        .where('import', '=', id)
        .orderBy('piece')
        .execute()
      return rows.map(({ text }) => text)
    },
  }
}

const RUNNING = { status: 'RUNNING', message: null, ended_at: null } as const

async function dropOld(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - KEPT).toISOString()
  await transaction
    .deleteFrom('definition_import_answer')
    .where('tenant', '=', tenant)
    .where('import', 'in', (old) =>
      old
        .selectFrom('definition_import_task')
        .select('id')
        .where('tenant', '=', tenant)
        .where('started_at', '<', before),
    )
    .execute()
  await transaction
    .deleteFrom('definition_import_task')
    .where('tenant', '=', tenant)
    .where('started_at', '<', before)
    .execute()
}
