import type { Workspace } from '@tributary/catalog'
import {
  createPostgreSql,
  createSqlSource,
  type PostgreSql,
  postgresqlDialect,
  type RunInTransaction,
  type SqlResult,
} from '@tributary/sql'
import { fencedError } from '../errors.ts'
import { lazily } from './lazily.ts'
import type { MaterialTables, ReplaceJob, ReplaceOptions } from './material-tables.ts'
import { physicalName, schemasOf } from './postgresql-names.ts'
import { createTableEngine } from './table-engine.ts'
import { tableRecords } from './table-records.ts'
import { jobQuery, tableName } from './write-rows.ts'
import { writeRowsTo } from './write-rows-postgresql.ts'

/** Where the tables of a tenant are. */
export interface PostgreSqlTablesOptions {
  /** Address of the store's database. */
  readonly url: string
  readonly tenant: string
  /** The tenant's definitions as they are now. */
  readonly workspace: () => Workspace
}

/**
 * Materialised tables in the database of the store, for any number of processes: the rows are read from the files by a
 * DuckDB of this process, held in memory, and written in one transaction.
 */
export function postgresqlTables({
  url,
  tenant,
  workspace,
}: PostgreSqlTablesOptions): MaterialTables {
  const files = createTableEngine({ workspace, path: null })
  const schemas = schemasOf(tenant)
  const records = tableRecords(tableName([schemas.records]), postgresqlDialect)
  const database = lazily(() => createPostgreSql({ url }))
  const into = (table: readonly string[]): readonly string[] => {
    return [schemas.tables, physicalName(table.at(-1)!)]
  }

  /** The database, when something was ever written for the tenant by anybody. */
  const written = async (): Promise<PostgreSql | null> => {
    const postgres = await database.open()
    const { columns } = await postgres.run(exists(schemas.records))
    const found = columns[0]?.kind === 'boolean' && columns[0].values[0] === true
    return found ? postgres : null
  }
  const make = async (run: RunInTransaction): Promise<void> => {
    // Two that make a schema at the same time disturb one another.
    await lock(run, schemas.records)
    await records.make(run)
    await run(plain(`CREATE SCHEMA IF NOT EXISTS ${tableName([schemas.tables])}`))
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

  const replace = async (
    job: ReplaceJob,
    { signal, onSql, beforeCommit }: ReplaceOptions,
  ): Promise<{ readonly rows: number }> => {
    const postgres = await prepared()
    const { materialisation } = job
    const { select, span } = jobQuery(job)
    const { engine, sources } = await files.open()
    const { base, lookups } = materialisation.rows
    await sources.open([base, ...lookups].map(({ table }) => table))
    onSql?.(select)
    const stop = signal === undefined ? {} : { signal }
    const rows = await engine.run(plain(select), stop)
    const work = async (run: RunInTransaction): Promise<number> => {
      const { table } = materialisation
      await takeTurn(run, table)
      const before = await records.layoutOf(run, table)
      const done = await writeRowsTo(run, {
        materialisation,
        span,
        rows,
        into: into(table),
        before,
      })
      if (done.isNew) await records.drop(run, table)
      await records.replace(run, job, done)
      await beforeCommit?.()
      if (!(await records.hold(run, job.instance))) throw fencedError(job.instance)
      return done.partitions.reduce((sum, one) => sum + one.rows, 0)
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
    changes: async () => {
      const postgres = await written()
      return postgres === null ? '' : textOf(await postgres.run(changesIn(schemas.records)))
    },
    drop: async (table) => {
      const postgres = await written()
      await postgres?.transaction(async (run) => {
        await takeTurn(run, table)
        await run(plain(`DROP TABLE IF EXISTS ${tableName(into(table))}`))
        await records.drop(run, table)
      })
    },
    read: async (table, columns) => {
      const postgres = await database.open()
      const list = columns.map(postgresqlDialect.identifier).join(', ')
      return postgres.run(plain(`SELECT ${list} FROM ${tableName(into(table))}`))
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
    close: async () => {
      await Promise.all([files.close(), database.close()])
    },
  }
}

/** Writers of a table take turns; one that went to sleep in its turn loses it, and with it all that it has written. */
async function takeTurn(run: RunInTransaction, table: readonly string[]): Promise<void> {
  await run(plain(`SET LOCAL idle_in_transaction_session_timeout = '60s'`))
  await lock(run, table.join('.').toLowerCase())
}

async function lock(run: RunInTransaction, name: string): Promise<void> {
  const text = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text'
  await run({ text, parameters: [{ type: 'STRING', value: `tributary ${name}` }] })
}

function plain(text: string): { readonly text: string; readonly parameters: readonly [] } {
  return { text, parameters: [] }
}

function exists(schema: string): ReturnType<typeof plain> {
  const table = tableName([schema, 'table_record']).replaceAll("'", "''")
  return plain(`SELECT to_regclass('${table}') IS NOT NULL`)
}

/** The transactions that wrote each table's record last: one that has not ended yet is not among them. */
function changesIn(schema: string): ReturnType<typeof plain> {
  return plain(
    `SELECT COALESCE(string_agg(table_name || ' ' || xmin::text, ',' ORDER BY table_name), '') FROM ${tableName([schema, 'table_record'])}`,
  )
}

function textOf({ columns }: SqlResult): string {
  const [column] = columns
  return (column?.kind === 'text' ? column.values[0] : null) ?? ''
}
