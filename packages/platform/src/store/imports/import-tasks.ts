import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Write } from '../database/write-queue.ts'
import type {
  DefinitionImportTaskTable,
  ImportTaskTable,
  LineageImportTable,
  Store,
  StoreSchema,
} from '../schema.ts'

/** An import as the store has it. */
type ImportRow<Table> = Omit<Selectable<Table>, 'tenant'>

/** An import of definitions as the store has it. */
export type DefinitionImportRow = ImportRow<DefinitionImportTaskTable>

/** An import of lineage as the store has it. */
export type LineageImportRow = ImportRow<LineageImportTable>

/** The columns of an import that are known when it begins. */
export type StartedImport = Pick<ImportTaskTable, 'id' | 'account' | 'file' | 'started_at'>

/** How an import ended that did not succeed. */
export interface ImportEnding {
  readonly status: 'FAILED' | 'CANCELLED'
  readonly message: string
  readonly at: Date
  /** Ends it only while this is its last sign of life. */
  readonly lastBeat?: string
}

/** The imports of a tenant and their states. Times are those of the caller's clock. */
export interface ImportTasks<Row, Progress, Done> {
  /** Stores a running import, unless it is stored already, and returns it. */
  begin(begun: StartedImport, progress: Progress, at: Date): Promise<Row>
  /** Records that an import still runs, and its progress. False when it does not run any more. */
  beat(id: string, progress: Progress, at: Date): Promise<boolean>
  /**
   * Records the success of an import, in the transaction of its changes. False when it was ended meanwhile: then the
   * transaction must not be committed.
   */
  succeed(
    transaction: Transaction<StoreSchema>,
    begun: StartedImport,
    done: Done & { readonly at: Date },
  ): Promise<boolean>
  /** Ends an import that runs. */
  end(id: string, ending: ImportEnding): Promise<void>
  read(id: string): Promise<Row | null>
}

/** The result of an import of lineage. */
export interface LineageImportCounts {
  readonly format: string
  readonly vertices: number
  readonly edges: number
  readonly newVertices: number
  readonly newEdges: number
}

/** The imports of lineage of a tenant in the store; `write` is the tenant's. */
export function createLineageImports(
  store: Store,
  tenant: string,
  write: Write,
): ImportTasks<
  LineageImportRow,
  Pick<LineageImportRow, 'step' | 'done' | 'total'>,
  LineageImportCounts
> {
  const tasks = createImportTasks<LineageImportRow>(store, {
    tenant,
    write,
    table: 'lineage_import',
    noProgress: { step: null, done: null, total: null },
  })
  return {
    ...tasks,
    succeed: (transaction, begun, { at, newVertices, newEdges, ...counts }) =>
      tasks.succeed(transaction, begun, {
        ...{ ...counts, new_vertices: newVertices, new_edges: newEdges, at },
      }),
  }
}

/** The imports of definitions of a tenant. */
export interface DefinitionImportTasks
  extends ImportTasks<
    DefinitionImportRow,
    Pick<DefinitionImportRow, 'step'>,
    { readonly answer: readonly string[] }
  > {
  /** The answer of an import, in the pieces in which it was stored. */
  answer(id: string): Promise<readonly string[]>
}

/** The imports of definitions of a tenant in the store; `write` is the tenant's. */
export function createDefinitionImportTasks(
  store: Store,
  tenant: string,
  write: Write,
): DefinitionImportTasks {
  const tasks = createImportTasks<DefinitionImportRow>(store, {
    tenant,
    write,
    table: 'definition_import_task',
    noProgress: { step: null },
    dropWith: async (transaction, before) => {
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
    },
  })
  return {
    ...tasks,
    succeed: async (transaction, begun, { answer, at }) => {
      if (!(await tasks.succeed(transaction, begun, { at }))) return false
      for (const [piece, text] of answer.entries()) {
        await transaction
          .insertInto('definition_import_answer')
          .values({ tenant, import: begun.id, piece, text })
          .execute()
      }
      return true
    },
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

/** How long an import can be asked for after it began, in milliseconds: seven days. */
const RETENTION = 7 * 24 * 60 * 60 * 1_000

const RUNNING = { status: 'RUNNING', message: null, ended_at: null } as const

/** A store, read as if a table of imports were its only one. */
type ImportStore = Kysely<{ readonly import_task: ImportTaskTable }>

interface ImportTasksOptions {
  readonly tenant: string
  readonly write: Write
  readonly table: 'definition_import_task' | 'lineage_import'
  /** The progress of an import that does not run. */
  readonly noProgress: Readonly<Record<string, null>>
  /** Removes what belongs to the imports that began before a time. */
  readonly dropWith?: (transaction: Transaction<StoreSchema>, before: string) => Promise<void>
}

/** Columns of an import: those of all tables are checked, others belong to its table. */
type Columns = Partial<Omit<ImportTaskTable, 'tenant' | 'id'>>

function createImportTasks<Row extends Omit<ImportTaskTable, 'tenant'>>(
  store: Store,
  { tenant, write, table: name, noProgress, dropWith }: ImportTasksOptions,
): ImportTasks<Row, Columns, Columns> {
  const table = name as 'import_task'
  const toImportStore = (from: Store | Transaction<StoreSchema>) => from as unknown as ImportStore
  const read = async (from: Store | Transaction<StoreSchema>, id: string) => {
    const row = await toImportStore(from)
      .selectFrom(table)
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    return (row as unknown as Row | undefined) ?? null
  }
  const running = (transaction: Transaction<StoreSchema>, id: string) =>
    toImportStore(transaction)
      .updateTable(table)
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('status', '=', 'RUNNING')
  const dropOld = async (transaction: Transaction<StoreSchema>, now: Date) => {
    const before = new Date(now.getTime() - RETENTION).toISOString()
    await dropWith?.(transaction, before)
    await toImportStore(transaction)
      .deleteFrom(table)
      .where('tenant', '=', tenant)
      .where('started_at', '<', before)
      .execute()
  }
  const insert = (transaction: Transaction<StoreSchema>, row: StartedImport & Columns) =>
    toImportStore(transaction)
      .insertInto(table)
      .values({ ...RUNNING, step: null, beat_at: row.started_at, ...row, tenant })
  return {
    begin: (begun, progress, at) =>
      write(async (transaction) => {
        await dropOld(transaction, at)
        await insert(transaction, { ...begun, ...progress, beat_at: at.toISOString() })
          .onConflict((conflict) => conflict.columns(['tenant', 'id']).doNothing())
          .execute()
        return (await read(transaction, begun.id))!
      }),
    beat: (id, progress, at) =>
      write(async (transaction) => {
        const { numUpdatedRows } = await running(transaction, id)
          .set({ ...progress, beat_at: at.toISOString() })
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    succeed: async (transaction, begun, { at, ...result }) => {
      const time = at.toISOString()
      const ended = { status: 'SUCCESS', beat_at: time, ended_at: time } as const
      const done = { ...noProgress, ...result, ...ended }
      const { numUpdatedRows } = await running(transaction, begun.id).set(done).executeTakeFirst()
      if (numUpdatedRows > 0n) return true
      if ((await read(transaction, begun.id)) !== null) return false
      await dropOld(transaction, at)
      await insert(transaction, { ...begun, ...done }).execute()
      return true
    },
    end: (id, { status, message, at, lastBeat }) =>
      write(async (transaction) => {
        const ended = { ...noProgress, status, message, ended_at: at.toISOString() }
        const update = running(transaction, id).set(ended)
        await (lastBeat === undefined ? update : update.where('beat_at', '=', lastBeat)).execute()
      }),
    read: (id) => read(store, id),
  }
}
