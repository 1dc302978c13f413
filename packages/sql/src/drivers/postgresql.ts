import pg, { type Pool, type PoolClient } from 'pg'
import type { SqlStatement } from '../compile/sql-statement.ts'
import { doubleQuoted } from '../dialects/double-quoted.ts'
import { closedError, engineError, SqlError, startError } from '../errors.ts'
import { readPostgresqlColumns, valueTypeOfOid } from './postgresql-columns.ts'
import { toPostgresqlParameter } from './postgresql-parameters.ts'
import { RunningWork } from './running-work.ts'
import type { RunOptions, SqlDriver, SqlResult } from './sql-driver.ts'
import type { TableColumn } from './table-column.ts'

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
export interface PostgreSql extends SqlDriver {
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /** Cancels what runs, with `SQL_CLOSED`, and closes the connections. Closing twice is closing once. */
  close(): Promise<void>
}

/** Connects to a PostgreSQL. `SQL_ENGINE_FAILED` when it does not answer; the message never has the password. */
export async function createPostgreSql(options: PostgreSqlOptions): Promise<PostgreSql> {
  const { url, timeZone = 'UTC', concurrency = 4 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: concurrency,
    options: `-c TimeZone=${timeZone.replace(/[\\ ]/g, '\\$&')} -c DateStyle=ISO,YMD -c extra_float_digits=1`,
  })
  // A connection that breaks while nobody uses it is replaced by the pool; those in use reject their own query.
  pool.on('error', () => undefined)
  try {
    const client = await pool.connect()
    client.release()
  } catch (cause) {
    await pool.end()
    throw startError('PostgreSQL', { url: withoutSecrets(url), timeZone, concurrency }, cause)
  }
  return new OpenPostgreSql(pool)
}

class OpenPostgreSql implements PostgreSql {
  readonly #pool: Pool
  readonly #work = new RunningWork()
  #closed: Promise<void> | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  run(statement: SqlStatement, options: RunOptions = {}): Promise<SqlResult> {
    return this.#on((client) => runOn(client, statement), options.signal)
  }

  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]> {
    return this.#on(async (client) => {
      const name = table.map(doubleQuoted).join('.')
      const { fields } = await client.query({
        text: `SELECT * FROM ${name} LIMIT 0`,
        rowMode: 'array',
      })
      return fields.map(({ name: column, dataTypeID }) => ({
        name: column,
        ...valueTypeOfOid(dataTypeID),
      }))
    })
  }

  close(): Promise<void> {
    this.#closed ??= this.#work.end(closedError()).then(() => this.#pool.end())
    return this.#closed
  }

  #on<T>(work: (client: PoolClient) => Promise<T>, signal: AbortSignal | null = null): Promise<T> {
    return this.#work.start(signal, async (stop) => {
      const client = await this.#pool.connect().catch(rethrow)
      const cancel = () => void this.#cancel(client)
      let broken = false
      try {
        stop.throwIfAborted()
        stop.addEventListener('abort', cancel, { once: true })
        return await work(client)
      } catch (error) {
        broken = stop.aborted
        throw stop.aborted ? stop.reason : rethrow(error)
      } finally {
        stop.removeEventListener('abort', cancel)
        // A cancellation may arrive late, and must not hit the next query of this connection.
        client.release(broken)
      }
    })
  }

  async #cancel(client: PoolClient): Promise<void> {
    const { processID } = client as PoolClient & { readonly processID?: number }
    try {
      await this.#pool.query('SELECT pg_cancel_backend($1)', [processID])
    } catch {
      // The connection is dropped in any case; the server ends its query when it notices.
    }
  }
}

async function runOn(client: PoolClient, statement: SqlStatement): Promise<SqlResult> {
  const result = await client.query<(string | null)[]>({
    text: statement.text,
    values: statement.parameters.map(toPostgresqlParameter),
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
  })
  return readPostgresqlColumns(result.fields, result.rows)
}

function rethrow(error: unknown): never {
  throw error instanceof SqlError ? error : engineError(error)
}

function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//…@')
}
