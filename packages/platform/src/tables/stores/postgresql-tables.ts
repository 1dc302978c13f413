import { createHash } from 'node:crypto'
import type { Workspace } from '@tributary/catalog'
import { createLazyResource } from '@tributary/core/internal'
import {
  createPostgreSql,
  createSqlSource,
  duckdbDialect,
  type PostgreSql,
  postgresqlDialect,
  type RunInTransaction,
  type SqlResult,
  type SqlStatement,
} from '@tributary/sql'
import {
  endWhenSilent,
  hasRecords,
  lockUntilCommit,
  recordChanges,
  tableStatements,
} from '@tributary/sql/internal'
import { closedError, fencedError } from '../../model/errors.ts'
import type { ReplaceJob, ReplaceOptions, StoredTables } from '../material-tables.ts'
import { createTableEngine } from './table-engine.ts'
import { createTableRecords } from './table-records.ts'
import { POSTGRESQL_TARGET, readJobRows, writeRowsTo } from './write-rows.ts'

const statements = tableStatements(postgresqlDialect)

/** Where the tables of a tenant are. */
export interface PostgreSqlTablesOptions {
  /** Address of the store's database. */
  readonly url: string
  readonly tenant: string
  /** The tenant's definitions as they are now. */
  readonly workspace: () => Workspace
  /** The largest memory of the engine, in bytes. @defaultValue a quarter of what this process may use */
  readonly engineBytes?: number | undefined
}

/**
 * Materialised tables in the database of the store, for any number of processes: the rows are read from the files by a
 * DuckDB of this process, held in memory, and written in one transaction.
 */
export function createPostgreSqlTables({
  url,
  tenant,
  workspace,
  engineBytes,
}: PostgreSqlTablesOptions): StoredTables {
  const files = createTableEngine({ workspace, path: null, engineBytes })
  const schemas = toSchemaNames(tenant)
  const records = createTableRecords([schemas.records], postgresqlDialect)
  const database = createLazyResource(() => createPostgreSql({ url }), closedError)
  const into = (table: readonly string[]): readonly string[] => {
    return [schemas.tables, toPhysicalName(table.at(-1)!)]
  }

  /** The database, when something was ever written for the tenant by anybody. */
  const written = async (): Promise<PostgreSql | null> => {
    const postgres = await database.open()
    const { columns } = await postgres.run(hasRecords([schemas.records]))
    const isWritten = columns[0]?.kind === 'boolean' && columns[0].values[0] === true
    return isWritten ? postgres : null
  }
  const make = async (run: RunInTransaction): Promise<void> => {
    // Two that make a schema at the same time disturb one another.
    await run(lockUntilCommit(toLockName(schemas.records)))
    await records.make(run)
    await run(statements.createSchema([schemas.tables]))
  }
  let making: Promise<void> | null = null
  /** The database with the tenant's schemas in it. */
  const prepared = async (): Promise<PostgreSql> => {
    const postgres = await database.open()
    if (making === null) {
      making = postgres.transaction(make)
      making.catch(() => {
        making = null
      })
    }
    await making
    return postgres
  }

  const readRowsToWrite = async (
    job: ReplaceJob,
    options: Pick<ReplaceOptions, 'signal' | 'onSql'>,
  ): ReturnType<typeof readJobRows> => {
    const { origin, materialisation } = job
    if (origin !== null) return readJobRows({ ...job, origin }, options)
    const { engine: driver, sources } = await files.open()
    const { rows } = materialisation
    await sources.open([rows.base, ...rows.lookups].map(({ table }) => table))
    const local = {
      driver,
      dialect: duckdbDialect,
      rows,
      extended: (statement: SqlStatement) => statement,
    }
    return readJobRows({ ...job, origin: local }, options)
  }
  const replace = async (
    job: ReplaceJob,
    { signal, onSql, beforeCommit }: ReplaceOptions,
  ): Promise<{ readonly rows: number }> => {
    const postgres = await prepared()
    const { materialisation } = job
    const stop = signal === undefined ? {} : { signal }
    const { rows, span } = await readRowsToWrite(job, { ...stop, ...(onSql && { onSql }) })
    const work = async (run: RunInTransaction): Promise<number> => {
      const { table } = materialisation
      await takeTurn(run, table)
      const before = await records.readLayout(run, table)
      const done = await writeRowsTo(run, {
        materialisation,
        span,
        rows,
        into: into(table),
        before,
        target: POSTGRESQL_TARGET,
      })
      if (done.isNew) await records.drop(run, table)
      await records.replace(run, job, done)
      await beforeCommit?.()
      if (!(await records.hold(run, job.instance))) throw fencedError(job.instance)
      return done.partitions.reduce((sum, partition) => sum + partition.rows, 0)
    }
    return { rows: await postgres.transaction(work, stop) }
  }

  return {
    begin: async (instance) => {
      const postgres = await prepared()
      const isLast = await postgres.transaction((run) => records.begin(run, instance))
      if (!isLast) throw fencedError(instance)
    },
    replace: (job, options = {}) => replace(job, options),
    state: async (table) => {
      const postgres = await written()
      return postgres === null ? null : postgres.transaction((run) => records.state(run, table))
    },
    isInEngine: () => false,
    recorded: async (table) => {
      const postgres = await written()
      if (postgres === null) return null
      return postgres.transaction((run) => records.recorded(run, table))
    },
    record: async (table, change, instance) => {
      const postgres = await prepared()
      return postgres.transaction(async (run) => {
        await takeTurn(run, table)
        if (instance && !(await records.hold(run, instance))) throw fencedError(instance)
        const next = change(await records.recorded(run, table))
        await run(statements.drop(into(table)))
        await records.put(run, table, next)
        return next
      })
    },
    changes: async () => {
      const postgres = await written()
      return postgres === null
        ? ''
        : getFirstText(await postgres.run(recordChanges([schemas.records])))
    },
    drop: async (table) => {
      const postgres = await written()
      await postgres?.transaction(async (run) => {
        await takeTurn(run, table)
        await run(statements.drop(into(table)))
        await records.drop(run, table)
      })
    },
    read: async (table, columns) => {
      const postgres = await database.open()
      return postgres.run(statements.select(into(table), columns))
    },
    source: {
      aggregate: async (request, options) => {
        const driver = await database.open()
        const source = createSqlSource({ driver, dialect: postgresqlDialect })
        const { base } = request.rows
        const rows = { base: { ...base, table: into(base.table) }, lookups: [] }
        return source.aggregate({ ...request, rows }, options)
      },
    },
    // Any number of processes have the database.
    release: async () => {},
    close: async () => {
      await Promise.all([files.close(), database.close()])
    },
  }
}

/** Writers of a table take turns; one that went to sleep in its turn loses it, and with it all that it has written. */
async function takeTurn(run: RunInTransaction, table: readonly string[]): Promise<void> {
  await run(endWhenSilent(60))
  await run(lockUntilCommit(toLockName(table.join('.').toLowerCase())))
}

function toLockName(name: string): string {
  return `tributary ${name}`
}

function getFirstText({ columns }: SqlResult): string {
  const [column] = columns
  return (column?.kind === 'text' ? column.values[0] : null) ?? ''
}

/** The schemas of a tenant in the store's database; two tenants never share one. */
function toSchemaNames(tenant: string): { readonly tables: string; readonly records: string } {
  return { tables: `tributary_tables_${tenant}`, records: `tributary_records_${tenant}` }
}

/** PostgreSQL cuts longer names off without a word. */
const LONGEST = 63

/** A table's name as the database has it: one that is too long ends in a hash of the whole. */
export function toPhysicalName(table: string): string {
  if (table.length <= LONGEST) return table
  const hash = createHash('sha256').update(table).digest('hex').slice(0, 16)
  return `${table.slice(0, LONGEST - 17)}_${hash}`
}
