import { TributaryError } from '@tributary/core'
import pg, { type ClientConfig, type Pool, type PoolClient } from 'pg'
import { closedError, engineError, startError } from '../../errors.ts'
import type { SqlResult, TableColumn } from '../../results/sql-result.ts'
import type { SqlStatement } from '../../text/sql-statement.ts'
import { RunningWork } from '../running-work.ts'
import type { RunInTransaction, RunOptions, TransactionalDriver } from '../sql-driver.ts'
import { cancelBackend } from './cancel.ts'
import { postgresqlTableColumns, readPostgresqlColumns, toPostgresqlParameter } from './values.ts'

/** Which PostgreSQL to ask. */
export interface PostgreSqlOptions {
  /** `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** Where a time with a zone is read; times without one stay as they are. @defaultValue UTC */
  readonly timeZone?: string
  /** Queries that run at once; more wait. @defaultValue 4 */
  readonly concurrency?: number
}

/** A pool of connections to a PostgreSQL 14 or later, until it is closed. */
export interface PostgreSql extends TransactionalDriver {
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /** Cancels what runs, with `SQL_CLOSED`, and closes the connections. Closing twice is closing once. */
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
  // A connection that breaks while nobody uses it is replaced by the pool; those in use reject their own query.
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
    return this.#on((client) => runOn(client, statement), options.signal)
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
        // A cancellation may arrive late, and must not hit the next query of this connection.
        client.release(broken)
      }
    })
  }

  /** A connection that nobody else uses meanwhile. The signal ends the wait for one. */
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
    // Where this fails too, its error gives the connection up, and the server undoes what it did.
    await client.query('ROLLBACK')
    throw error
  }
}

async function runOn(client: PoolClient, statement: SqlStatement): Promise<SqlResult> {
  const result = await client.query<(string | null)[]>({
    text: statement.text,
    values: statement.parameters.map(toPostgresqlParameter),
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
    // The extended protocol takes one statement and no more.
    ...{ queryMode: 'extended' },
  })
  return readPostgresqlColumns(result.fields, result.rows)
}

/** The server's process behind a connection, which its types do not tell. */
function processOf(client: PoolClient & { readonly processID?: number }): number {
  return client.processID ?? 0
}

/** Whether the server refused a query and goes on: any other failure leaves the connection useless. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

function ignore(): void {}

/** What somebody else's part of a transaction threw stays what it is. */
function rethrow(error: unknown): never {
  throw error instanceof TributaryError ? error : engineError(error)
}

/** Host, port and database. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
