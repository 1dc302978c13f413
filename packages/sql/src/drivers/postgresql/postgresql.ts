import { TributaryError } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import pg, { type ClientConfig, type Pool, type PoolClient } from 'pg'
import { closedError, engineError, startError, tooManyRowsError } from '../../errors.ts'
import type { SqlResult, TableColumn } from '../../results/sql-result.ts'
import type { SqlStatement } from '../../text/sql-statement.ts'
import { RunningWork } from '../running-work.ts'
import type { RunInTransaction, RunOptions, TransactionalDriver } from '../sql-driver.ts'
import { cancelBackend } from './cancel.ts'
import { postgresqlTableColumns, readPostgresqlColumns, toPostgresqlParameter } from './values.ts'

/** How to connect to a PostgreSQL. */
export interface PostgreSqlOptions {
  /** The connection URL, such as `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** The time zone in which times with a zone are read; times without one stay unchanged. @defaultValue UTC */
  readonly timeZone?: string
  /** The most queries that run at a time; others wait. @defaultValue 4 */
  readonly concurrency?: number
}

/** An open pool of connections to PostgreSQL 14 or later. */
export interface PostgreSql extends TransactionalDriver {
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /** Cancels running queries with `SQL_CLOSED` and closes the connections. Further calls have no effect. */
  close(): Promise<void>
}

/**
 * Connects to a PostgreSQL. `SQL_ENGINE_FAILED` when it does not answer; the message never contains the password.
 *
 * @example
 * ```ts
 * import { createPostgreSql, createSqlSource, postgresqlDialect } from '@tributary/sql'
 * export async function openSource(url: string) {
 *   const driver = await createPostgreSql({ url })
 *   return createSqlSource({ driver, dialect: postgresqlDialect })
 * }
 * ```
 */
export async function createPostgreSql(options: PostgreSqlOptions): Promise<PostgreSql> {
  const { url, timeZone = 'UTC', concurrency = 4 } = options
  const config = {
    connectionString: url,
    options: `-c TimeZone=${timeZone.replace(/[\\ ]/g, '\\$&')} -c DateStyle=ISO,YMD -c extra_float_digits=1`,
  }
  const pool = new pg.Pool({ ...config, max: concurrency })
  // The pool replaces an idle connection that breaks; one in use rejects its query.
  pool.on('error', ignore)
  try {
    const client = await pool.connect()
    client.release()
  } catch (cause) {
    await pool.end()
    throw startError('PostgreSQL', { url: withoutSecrets(url), timeZone, concurrency }, cause)
  }
  return new OpenPostgreSql(pool, config)
}

class OpenPostgreSql implements PostgreSql {
  readonly #pool: Pool
  readonly #config: ClientConfig
  readonly #work = new RunningWork()
  #closed: Promise<void> | null = null

  constructor(pool: Pool, config: ClientConfig) {
    this.#pool = pool
    this.#config = config
  }

  run(statement: SqlStatement, options: RunOptions = {}): Promise<SqlResult> {
    return this.#on((client) => runOn(client, statement, options), options.signal)
  }

  transaction<T>(
    work: (run: RunInTransaction) => Promise<T>,
    options: RunOptions = {},
  ): Promise<T> {
    return this.#on((client) => inTransaction(client, work), options.signal)
  }

  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]> {
    return this.#on((client) => postgresqlTableColumns(client, table))
  }

  close(): Promise<void> {
    this.#closed ??= this.#work.end(closedError()).then(() => this.#pool.end())
    return this.#closed
  }

  #on<T>(work: (client: PoolClient) => Promise<T>, signal: AbortSignal | null = null): Promise<T> {
    return this.#work.start(signal, async (stop) => {
      const client = await this.#connection(stop)
      const ended = new AbortController()
      const cancel = () => void cancelBackend(this.#config, processOf(client), ended.signal)
      let broken = false
      client.on('error', ignore)
      try {
        stop.throwIfAborted()
        stop.addEventListener('abort', cancel, { once: true })
        return await work(client)
      } catch (error) {
        broken = stop.aborted || !isRefusal(error)
        throw stop.aborted ? stop.reason : rethrow(error)
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
      throw stop.aborted ? stop.reason : rethrow(error)
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

async function runOn(
  client: PoolClient,
  statement: SqlStatement,
  { maxRows = Number.POSITIVE_INFINITY }: Pick<RunOptions, 'maxRows'> = {},
): Promise<SqlResult> {
  const isLimited = Number.isFinite(maxRows)
  const result = await client.query<(string | null)[]>({
    // The client keeps all rows that the server sends.
    text: isLimited ? `SELECT * FROM (${statement.text}) q LIMIT ${maxRows + 1}` : statement.text,
    values: statement.parameters.map(toPostgresqlParameter),
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
    // The extended protocol accepts a single statement only.
    ...{ queryMode: 'extended' },
  })
  if (result.rows.length > maxRows) throw tooManyRowsError(maxRows)
  return runInSlices(readPostgresqlColumns(result.fields, result.rows))
}

/** The id of the server process of a connection, which the types of `pg` omit. */
function processOf(client: PoolClient & { readonly processID?: number }): number {
  return client.processID ?? 0
}

/** Whether the server rejected a query; after any other failure the connection cannot be used again. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

function ignore(): void {}

/** Errors of our own, such as those of the work in a transaction, stay unchanged. */
function rethrow(error: unknown): never {
  throw error instanceof TributaryError ? error : engineError(error)
}

/** Protocol, host, port and database. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
