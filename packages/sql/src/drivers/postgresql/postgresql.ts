import { TributaryError } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { postgresqlDialect } from '../../dialects/postgresql/postgresql.ts'
import {
  createTableAs,
  lockUntilCommit,
  prepareUncountedTable,
  recordUncountedTransaction,
  tableVersion,
} from '../../dialects/postgresql/statements.ts'
import { closedError, engineError, limitError, startError, tooManyRowsError } from '../../errors.ts'
import type { SqlResult, TableColumn } from '../../results/sql-result.ts'
import { tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import { toPublicUrl } from '../public-url.ts'
import { RunningWork } from '../running-work.ts'
import type {
  NewTable,
  RunInTransaction,
  RunOptions,
  TableWriter,
  TransactionalDriver,
} from '../sql-driver.ts'
import { cancelBackend } from './cancel.ts'
import { loadPostgreSqlClients } from './client.ts'
import { postgresqlTableColumns, readPostgresqlColumns, toPostgresqlParameter } from './values.ts'

/** How to connect to a PostgreSQL. */
export interface PostgreSqlOptions {
  /** The connection URL, such as `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** The time zone in which times with a zone are read; times without one stay unchanged. @defaultValue UTC */
  readonly timeZone?: string
  /** The most queries that run at a time; others wait. @defaultValue 4 */
  readonly concurrency?: number
  /** Gives the password of each new connection. @defaultValue that of the URL */
  readonly password?: () => Promise<string>
  /** Encrypts the connections and checks the certificate of the server. @defaultValue as the URL says */
  readonly tls?: PostgreSqlTls
  /** Whether the server refuses statements that write. @defaultValue false */
  readonly readOnly?: boolean
  /** The longest time of a statement, in seconds; then it rejects with `SQL_LIMIT_EXCEEDED`. @defaultValue that of the server */
  readonly seconds?: number
  /** The most rows of a result of `run`, which rejects with `SQL_LIMIT_EXCEEDED` beyond. @defaultValue any number */
  readonly rows?: number
  /** The memory of a sort or a hash table, in MiB; beyond it the server writes to its disk. @defaultValue that of the server */
  readonly memory?: number
  /**
   * The table in which `createTableAs` and `dropTable` list their transactions, which `versionOf` does not count as writes.
   * They create it; its schema has to be there and to have no other tables than theirs. @defaultValue none; all are counted
   */
  readonly uncounted?: readonly string[]
}

/** The certificates of a connection, as PEM texts. */
export interface PostgreSqlTls {
  /** The authorities to trust. @defaultValue those of Node.js */
  readonly ca?: string
  /** The certificate of this client and its key. @defaultValue none */
  readonly cert?: string
  readonly key?: string
  /** The name that the certificate of the server must have. @defaultValue the host */
  readonly servername?: string
}

/** An open pool of connections to PostgreSQL 14 or later. */
export interface PostgreSql extends TransactionalDriver, TableWriter {
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /**
   * A text that changes whenever the rows of a table may have changed: whenever any transaction of the server has written,
   * but for those that are `uncounted`. Null for views, foreign tables, tables with row security, and on a replica.
   */
  versionOf(table: readonly string[]): Promise<string | null>
  /** Cancels running queries with `SQL_CLOSED` and closes the connections. Further calls have no effect. */
  close(): Promise<void>
}

/** How long a connection without a statement stays open, in milliseconds: longer than between two checks of health. */
const IDLE_TIMEOUT = 60_000

/**
 * Connects to a PostgreSQL with the library `pg`. `SQL_ENGINE_FAILED` when it does not answer, or when `pg` is not
 * installed; the message never contains the password.
 *
 * @example
 * ```ts
 * import { createPostgreSql, createSqlSource, postgresqlDialect } from '@tributary/platform/sql'
 * export async function openSource(url: string) {
 *   const driver = await createPostgreSql({ url })
 *   return createSqlSource({ driver, dialect: postgresqlDialect })
 * }
 * ```
 */
export async function createPostgreSql(options: PostgreSqlOptions): Promise<PostgreSql> {
  const { url, timeZone = 'UTC', concurrency = 4 } = options
  const config = createClientConfig(options)
  const { createPool, createClient } = await loadPostgreSqlClients()
  const pool = createPool({ ...config, max: concurrency, idleTimeoutMillis: IDLE_TIMEOUT })
  // The pool replaces an idle connection that breaks; one in use rejects its query.
  pool.on('error', ignore)
  try {
    const client = await pool.connect()
    client.release()
  } catch (cause) {
    await pool.end()
    throw startError('PostgreSQL', { url: toPublicUrl(url), timeZone, concurrency }, cause)
  }
  return new OpenPostgreSql(pool, () => createClient(config), options)
}

function createClientConfig(options: PostgreSqlOptions): ClientConfig {
  const { url, timeZone = 'UTC', password, tls } = options
  return {
    connectionString: url,
    options: listSessionSettings(options, timeZone)
      .map((setting) => `-c ${setting.replace(/[\\ ]/g, '\\$&')}`)
      .join(' '),
    keepAlive: true,
    ...(password && { password }),
    ...(tls && { ssl: { ...tls, rejectUnauthorized: true } }),
  }
}

function listSessionSettings(
  { readOnly = false, seconds, memory }: PostgreSqlOptions,
  timeZone: string,
): readonly string[] {
  return [
    `TimeZone=${timeZone}`,
    'DateStyle=ISO,YMD',
    'extra_float_digits=1',
    ...(readOnly ? ['default_transaction_read_only=on'] : []),
    ...(seconds === undefined ? [] : [`statement_timeout=${seconds}s`]),
    ...(memory === undefined ? [] : [`work_mem=${memory}MB`]),
  ]
}

class OpenPostgreSql implements PostgreSql {
  readonly dialect = postgresqlDialect
  readonly #pool: Pool
  readonly #createClient: () => Client
  readonly #limits: Limits
  readonly #uncounted: readonly string[] | null
  readonly #work = new RunningWork()
  #prepared: Promise<unknown> | null = null
  #closed: Promise<void> | null = null

  constructor(pool: Pool, createClient: () => Client, options: PostgreSqlOptions) {
    this.#pool = pool
    this.#createClient = createClient
    this.#limits = options
    this.#uncounted = options.uncounted ?? null
  }

  run(statement: SqlStatement, options: RunOptions = {}): Promise<SqlResult> {
    return this.#on((client) => this.#limited(client, statement, options), options.signal)
  }

  transaction<T>(
    work: (run: RunInTransaction) => Promise<T>,
    options: RunOptions = {},
  ): Promise<T> {
    return this.#on((client) => inTransaction(client, work), options.signal)
  }

  async #limited(
    client: PoolClient,
    statement: SqlStatement,
    { maxRows = Number.POSITIVE_INFINITY }: RunOptions,
  ): Promise<SqlResult> {
    const { rows = Number.POSITIVE_INFINITY } = this.#limits
    const result = await runOn(client, statement, Math.min(rows, maxRows))
    if (result.rowCount > maxRows) throw tooManyRowsError(maxRows)
    if (result.rowCount > rows) throw limitError(`gives more than ${rows} rows`)
    return result
  }

  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]> {
    return this.#on((client) => postgresqlTableColumns(client, table))
  }

  versionOf(table: readonly string[]): Promise<string | null> {
    return this.#on(async (client) => {
      const counted = tableVersion(table)
      const { columns } = await runOn(client, tableVersion(table, this.#uncounted)).catch(
        (error) => {
          // Nothing was written that is not counted.
          if (this.#uncounted !== null && getSqlState(error) === UNDEFINED_TABLE) {
            return runOn(client, counted)
          }
          throw error
        },
      )
      return columns[0]?.kind === 'text' ? (columns[0].values[0] ?? null) : null
    })
  }

  createTableAs(
    { name }: NewTable,
    query: SqlStatement,
    { signal }: RunOptions = {},
  ): Promise<void> {
    return this.#write(createTableAs(name, query), signal)
  }

  dropTable(table: readonly string[]): Promise<void> {
    return this.#write([plain(`DROP TABLE IF EXISTS ${tableName(table, postgresqlDialect)}`)])
  }

  async #write(statements: readonly SqlStatement[], signal?: AbortSignal): Promise<void> {
    const listed = this.#uncounted
    if (listed !== null) await this.#prepare(listed)
    const all = listed === null ? statements : [recordUncountedTransaction(listed), ...statements]
    await this.transaction(
      async (run) => {
        for (const statement of all) await run(statement)
      },
      signal === undefined ? {} : { signal },
    )
  }

  #prepare(uncounted: readonly string[]): Promise<unknown> {
    if (this.#prepared !== null) return this.#prepared
    const preparing = this.transaction(async (run) => {
      // Two that make a table at the same time disturb one another.
      await run(lockUntilCommit(`tributary ${tableName(uncounted, postgresqlDialect)}`))
      for (const statement of prepareUncountedTable(uncounted)) await run(statement)
    })
    this.#prepared = preparing
    preparing.catch(() => {
      this.#prepared = null
    })
    return preparing
  }

  close(): Promise<void> {
    this.#closed ??= this.#work.end(closedError()).then(() => this.#pool.end())
    return this.#closed
  }

  #on<T>(work: (client: PoolClient) => Promise<T>, signal: AbortSignal | null = null): Promise<T> {
    return this.#work.start(signal, async (stop) => {
      const client = await this.#connection(stop)
      const ended = new AbortController()
      const cancel = () =>
        void cancelBackend(this.#createClient, getServerProcessId(client), ended.signal)
      let broken = false
      client.on('error', ignore)
      try {
        stop.throwIfAborted()
        stop.addEventListener('abort', cancel, { once: true })
        return await work(client)
      } catch (error) {
        broken = stop.aborted || !isRefusal(error)
        throw stop.aborted ? stop.reason : rethrow(error, this.#limits)
      } finally {
        stop.removeEventListener('abort', cancel)
        ended.abort()
        client.removeListener('error', ignore)
        // A late cancellation must not cancel the next query of this connection.
        client.release(broken)
      }
    })
  }

  /** Takes a connection from the pool. An aborted signal ends the wait for a free one. */
  async #connection(stop: AbortSignal): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const giveUp = () => reject(stop.reason)
    stop.addEventListener('abort', giveUp, { once: true })
    try {
      return await Promise.race([connecting, stopped])
    } catch (error) {
      connecting.then((client) => client.release(), ignore)
      throw stop.aborted ? stop.reason : rethrow(error, this.#limits)
    } finally {
      stop.removeEventListener('abort', giveUp)
    }
  }
}

async function inTransaction<T>(
  client: PoolClient,
  work: (run: RunInTransaction) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN')
  try {
    const result = await work((statement) => runOn(client, statement))
    await client.query('COMMIT')
    return result
  } catch (error) {
    // When this fails too, the connection is dropped, and the server rolls back.
    await client.query('ROLLBACK')
    throw error
  }
}

type Limits = Pick<PostgreSqlOptions, 'rows' | 'seconds'>

async function runOn(
  client: PoolClient,
  statement: SqlStatement,
  most = Number.POSITIVE_INFINITY,
): Promise<SqlResult> {
  const isLimited = Number.isFinite(most)
  const result = await client.query<(string | null)[]>({
    // The client keeps all rows that the server sends.
    text: isLimited ? `SELECT * FROM (${statement.text}) q LIMIT ${most + 1}` : statement.text,
    values: statement.parameters.map(toPostgresqlParameter),
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
    // The extended protocol accepts a single statement only.
    ...{ queryMode: 'extended' },
  })
  return runInSlices(readPostgresqlColumns(result.fields, result.rows))
}

/** The id of the server process of a connection, which the types of `pg` omit. */
function getServerProcessId(client: PoolClient & { readonly processID?: number }): number {
  return client.processID ?? 0
}

/** Whether the server rejected a query; after any other failure the connection cannot be used again. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

function ignore(): void {}

/** Errors of our own, such as those of the work in a transaction, stay unchanged. */
function rethrow(error: unknown, { seconds }: Limits): never {
  if (error instanceof TributaryError) throw error
  if (seconds !== undefined && isTimeout(error)) {
    throw limitError(`takes longer than ${seconds} s`, error)
  }
  throw engineError(error)
}

/** A cancelled statement has the same code. */
function isTimeout(error: unknown): boolean {
  return getSqlState(error) === QUERY_CANCELED
}

/** The SQLSTATE of an error of the server. */
function getSqlState(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}

const QUERY_CANCELED = '57014'
const UNDEFINED_TABLE = '42P01'
