import { randomUUID } from 'node:crypto'
import type { Workspace } from '@tributary/catalog'
import { createKeyedMutex } from '@tributary/core/internal'
import { createSqlSource, type DuckDb, duckdbDialect, type RunInTransaction } from '@tributary/sql'
import { tableStatements } from '@tributary/sql/internal'
import { fencedError } from '../../model/errors.ts'
import type { TableLock } from '../lock/table-lock.ts'
import type { RecordedTable, ReplaceJob, ReplaceOptions, StoredTables } from '../material-tables.ts'
import { createTableEngine, TABLES_CATALOG } from './table-engine.ts'
import { createTableRecords } from './table-records.ts'
import { DUCKDB_TARGET, readJobRows, writeRows, writeRowsTo } from './write-rows.ts'

/** Where the tables of a tenant are. */
export interface DuckDbTablesOptions {
  /** The database file, opened alone by this process; `:memory:` for tables that end with it. */
  readonly path: string
  /** Taken before the file is opened; `PLATFORM_TABLES_IN_USE` while another process has it. */
  readonly lock: TableLock | null
  /** The tenant's definitions as they are now. */
  readonly workspace: () => Workspace
  /** The largest memory of the engine, in bytes. @defaultValue a quarter of what this process may use */
  readonly engineBytes?: number | undefined
}

const RECORDS = [TABLES_CATALOG, '_records']
const statements = tableStatements(duckdbDialect)

/**
 * Materialised tables in a DuckDB database of their own, written where they are read: `INSERT … SELECT` over the files. The
 * file is opened when it is first needed.
 */
export function createDuckDbTables({
  path,
  lock,
  workspace,
  engineBytes,
}: DuckDbTablesOptions): StoredTables {
  const engine = createTableEngine({ workspace, path, engineBytes })
  const records = createTableRecords(RECORDS, duckdbDialect)
  const mutex = createKeyedMutex()
  const opening = randomUUID()
  const preparations = new WeakMap<DuckDb, Promise<void>>()
  let changed = 0

  const make = async (run: RunInTransaction): Promise<void> => {
    await records.make(run)
    await run(statements.createSchema([TABLES_CATALOG, workspace().tenant]))
  }
  const opened = async (): Promise<Awaited<ReturnType<typeof engine.open>>> => {
    lock?.take()
    const now = await engine.open()
    let making = preparations.get(now.engine)
    if (making === undefined) {
      making = now.engine.transaction(make)
      preparations.set(now.engine, making)
      making.catch(() => preparations.delete(now.engine))
    }
    await making
    return now
  }
  /** DuckDB refuses the second of two that change a row, so what works on the fence of an instance takes turns. */
  const atFence = <T>(id: number, work: () => Promise<T>): Promise<T> =>
    mutex.run(`fence ${id}`, work)
  const atTable = <T>(table: readonly string[], work: () => Promise<T>): Promise<T> =>
    mutex.run(`table ${table.join('.').toLowerCase()}`, work)

  const replaceNow = async (job: ReplaceJob, options: ReplaceOptions): Promise<number> => {
    const { engine: duckdb, sources } = await opened()
    const { materialisation, origin } = job
    const { rows, table } = materialisation
    const read = origin && (await readJobRows({ ...job, origin }, options))
    if (read === null) await sources.open([rows.base, ...rows.lookups].map((use) => use.table))
    const work = async (run: RunInTransaction): Promise<number> => {
      const before = await records.readLayout(run, table)
      const written =
        read === null
          ? await writeRows(run, job, { ...options, before })
          : await writeRowsTo(run, {
              ...read,
              materialisation,
              into: table,
              before,
              target: DUCKDB_TARGET,
            })
      if (written.isNew) await records.drop(run, table)
      await records.replace(run, job, written)
      await options.beforeCommit?.()
      if (!(await records.hold(run, job.instance))) throw fencedError(job.instance)
      return written.partitions.reduce((sum, partition) => sum + partition.rows, 0)
    }
    const { signal } = options
    return duckdb.transaction(work, signal === undefined ? {} : { signal }).finally(() => changed++)
  }

  return {
    begin: (instance) =>
      atFence(instance.id, async () => {
        const { engine: duckdb } = await opened()
        const isLast = await duckdb.transaction((run) => records.begin(run, instance))
        if (!isLast) throw fencedError(instance)
      }),
    replace: async (job, options = {}) => {
      const { materialisation, instance } = job
      const replacing = (): Promise<number> => replaceNow(job, options)
      return { rows: await atTable(materialisation.table, () => atFence(instance.id, replacing)) }
    },
    state: async (table) => {
      // A process that only answers questions needs no second engine.
      if (!engine.hasTables()) return null
      const { engine: duckdb } = await opened()
      return duckdb.transaction((run) => records.state(run, table))
    },
    isInEngine: () => false,
    recorded: async (table) => {
      if (!engine.hasTables()) return null
      const { engine: duckdb } = await opened()
      return duckdb.transaction((run) => records.recorded(run, table))
    },
    record: (table, change, instance) => {
      const recording = async (): Promise<RecordedTable> => {
        const { engine: duckdb } = await opened()
        const work = async (run: RunInTransaction): Promise<RecordedTable> => {
          if (instance && !(await records.hold(run, instance))) throw fencedError(instance)
          const next = change(await records.recorded(run, table))
          await run(statements.drop(table))
          await records.put(run, table, next)
          return next
        }
        return duckdb.transaction(work).finally(() => changed++)
      }
      return atTable(table, () => (instance ? atFence(instance.id, recording) : recording()))
    },
    changes: async () => `${opening} ${changed}`,
    drop: (table) =>
      atTable(table, async () => {
        if (!engine.hasTables()) return
        const { engine: duckdb } = await opened()
        await duckdb.transaction(async (run) => {
          await run(statements.drop(table))
          await records.drop(run, table)
        })
        changed++
      }),
    read: async (table, columns) => {
      const { engine: duckdb } = await opened()
      return duckdb.run(statements.select(table, columns))
    },
    source: {
      aggregate: async (request, options) => {
        const { engine: duckdb } = await opened()
        const source = createSqlSource({ driver: duckdb, dialect: duckdbDialect })
        return source.aggregate(request, options)
      },
    },
    release: async () => {
      // Others may change them then.
      changed++
      await engine.release()
    },
    close: () => engine.close(),
  }
}
