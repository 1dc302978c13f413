import { setTimeout } from 'node:timers/promises'
import { runInSlices } from '@tributary/core/internal'
import { tableVersion } from '../../dialects/trino/statements.ts'
import { trinoDialect } from '../../dialects/trino/trino.ts'
import { closedError, limitError, SqlError, startError, tooManyRowsError } from '../../errors.ts'
import { keyText } from '../../results/key-text.ts'
import type { SqlResult, TableColumn } from '../../results/sql-result.ts'
import { tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import { RunningWork } from '../running-work.ts'
import { Slots } from '../slots.ts'
import type { NewTable, RunOptions, TableWriter } from '../sql-driver.ts'
import { isLostQuery, isStarting, QueryFailure, toSqlError } from './failures.ts'
import { HttpConnections } from './http.ts'
import {
  runStatement,
  type StatementClient,
  type StatementToSend,
  type TrinoProgress,
  type TrinoRows,
} from './statement-client.ts'
import { readTrinoColumns, textWithParameters, toTrinoTableColumns } from './values.ts'

/** How to reach a Trino. */
export interface TrinoOptions {
  /** The URL of the coordinator, such as `https://trino.example.com:8443`. */
  readonly url: string
  /** The user whose rights the statements have. */
  readonly user: string
  /** The catalog of tables that are named without one. @defaultValue none */
  readonly catalog?: string
  /** The schema of tables that are named without one. @defaultValue none */
  readonly schema?: string
  /** The time zone in which times with a zone are read; times without one stay unchanged. @defaultValue UTC */
  readonly timeZone?: string
  /** The most statements that run at a time; others wait. @defaultValue 4 */
  readonly concurrency?: number
  /** Gives the password of the user for each statement; it is sent over `https` only. @defaultValue none */
  readonly password?: () => Promise<string>
  /** Gives the token (JWT) of the user for each statement, in place of a password; it is sent over `https` only. @defaultValue none */
  readonly token?: () => Promise<string>
  /** The certificates that are trusted over `https`, and the certificate of this client. @defaultValue the authorities of Node.js */
  readonly tls?: TrinoTls
  /** Whether statements other than queries are refused. @defaultValue false */
  readonly readOnly?: boolean
  /** The longest time of a statement with its wait in the queue of the server, in seconds; then it rejects with `SQL_LIMIT_EXCEEDED`. @defaultValue that of the server */
  readonly seconds?: number
  /** The most rows of a result, which rejects with `SQL_LIMIT_EXCEEDED` beyond. @defaultValue any number */
  readonly rows?: number
  /** The memory of a statement on all workers together, in MiB; then it rejects with `SQL_LIMIT_EXCEEDED`. @defaultValue that of the server */
  readonly memory?: number
  /** How long a page is asked for again while the server does not give it, in seconds. @defaultValue 10 */
  readonly patience?: number
}

/** The certificates of a connection, as PEM texts. */
export interface TrinoTls {
  /** The authorities to trust. @defaultValue those of Node.js */
  readonly ca?: string
  /** The certificate of this client and its key. @defaultValue none */
  readonly cert?: string
  readonly key?: string
  /** The name that the certificate of the server must have. @defaultValue the host */
  readonly servername?: string
}

/** How to run a statement in Trino. */
export interface TrinoRunOptions extends RunOptions {
  /** Called with every page of the server: about once a second. @defaultValue none */
  readonly onProgress?: (progress: TrinoProgress) => void
}

/** A client of a Trino. */
export interface Trino extends TableWriter {
  /**
   * As `SqlDriver.run`. A query is asked once more when a worker or the coordinator has ended; rows are given only
   * when all of them are there.
   */
  run(statement: SqlStatement, options?: TrinoRunOptions): Promise<SqlResult>
  /**
   * The snapshot of an Iceberg table with a hash of its history, which every commit changes. Null for other tables and
   * for views.
   */
  versionOf(table: readonly string[]): Promise<string | null>
  /** Ends running statements with `SQL_CLOSED` and closes the connections. Further calls have no effect. */
  close(): Promise<void>
}

/**
 * Connects to a Trino. `SQL_ENGINE_FAILED` when it does not answer or does not accept the user.
 *
 * @example
 * ```ts
 * import { createSqlSource, createTrino } from '@tributary/platform/sql'
 * export async function openSource(url: string) {
 *   const driver = await createTrino({ url, user: 'reader', catalog: 'iceberg', schema: 'sales' })
 *   return createSqlSource({ driver, dialect: driver.dialect })
 * }
 * ```
 */
export async function createTrino(options: TrinoOptions): Promise<Trino> {
  const trino = new OpenTrino(options)
  try {
    await trino.begin()
    return trino
  } catch (error) {
    await trino.close()
    const { user, catalog, schema, timeZone = 'UTC' } = options
    const publicOptions = { url: toPublicAddress(options.url), user, catalog, schema, timeZone }
    throw startError('Trino', publicOptions, error instanceof SqlError ? error.cause : error)
  }
}

class OpenTrino implements Trino {
  readonly dialect = trinoDialect
  readonly #options: TrinoOptions
  readonly #client: StatementClient
  readonly #slots: Slots
  readonly #work = new RunningWork()
  #closed: Promise<void> | null = null

  constructor(options: TrinoOptions) {
    const { url, password, token, tls = {}, concurrency = 4, patience = 10 } = options
    const server = new URL(url)
    if (server.protocol === 'http:' && (password ?? token) !== undefined) {
      throw new TypeError('A password or token is sent over https only, found an http URL.')
    }
    this.#options = options
    this.#slots = new Slots(concurrency)
    const connections = new HttpConnections(server.protocol === 'https:', tls)
    this.#client = { connections, server, patienceMs: patience * 1000 }
  }

  /** Runs a statement that no worker takes part in. */
  async begin(): Promise<void> {
    await this.#send({ text: "SET TIME ZONE 'UTC'", most: 0 })
  }

  async run(statement: SqlStatement, options: TrinoRunOptions = {}): Promise<SqlResult> {
    const { signal, maxRows = Number.POSITIVE_INFINITY, onProgress } = options
    const { readOnly = false, rows: allowed = Number.POSITIVE_INFINITY } = this.#options
    const isRead = isQuery(statement.text)
    if (readOnly && !isRead) throw writeError()
    const text = textWithParameters(statement)
    const send = { text, most: Math.min(maxRows, allowed), ...(onProgress && { onProgress }) }
    const { columns, rows } = await this.#send(send, signal, isRead)
    if (rows.length > maxRows) throw tooManyRowsError(maxRows)
    if (rows.length > allowed) throw limitError(`gives more than ${allowed} rows`)
    return runInSlices(readTrinoColumns(columns, rows), signal)
  }

  async columnsOf(table: readonly string[]): Promise<readonly TableColumn[]> {
    const text = `SELECT * FROM ${tableName(table, trinoDialect)} LIMIT 0`
    const { columns } = await this.#send({ text, most: 1 }, undefined, true)
    return toTrinoTableColumns(columns)
  }

  async versionOf(table: readonly string[]): Promise<string | null> {
    try {
      const { columns } = await this.run(tableVersion(table))
      return columns[0] === undefined ? null : (keyText(columns[0])[0] ?? null)
    } catch (error) {
      if (error instanceof SqlError && error.cause instanceof QueryFailure) return null
      throw error
    }
  }

  async createTableAs(
    { name }: NewTable,
    query: SqlStatement,
    options: RunOptions = {},
  ): Promise<void> {
    const text = `CREATE TABLE ${tableName(name, trinoDialect)} AS\n${query.text}`
    await this.run({ ...query, text }, options)
  }

  async dropTable(table: readonly string[]): Promise<void> {
    await this.run(plain(`DROP TABLE IF EXISTS ${tableName(table, trinoDialect)}`))
  }

  close(): Promise<void> {
    this.#closed ??= this.#work.end(closedError()).then(() => this.#client.connections.close())
    return this.#closed
  }

  #send(
    statement: Pick<StatementToSend, 'text' | 'most' | 'onProgress'>,
    signal: AbortSignal | null = null,
    isRead = false,
  ): Promise<TrinoRows> {
    return this.#work.start(signal, (stop) =>
      this.#slots.use(stop, async () => {
        const send = async (): Promise<TrinoRows> => {
          const end = Date.now() + this.#client.patienceMs
          for (;;) {
            const headers = await createTrinoHeaders(this.#options)
            try {
              return await runStatement(this.#client, { ...statement, headers, signal: stop })
            } catch (error) {
              if (!isStarting(error) || Date.now() > end) throw error
            }
            await setTimeout(STARTING_MS, undefined, { signal: stop })
          }
        }
        try {
          return await send().catch((error) => {
            if (!isRead || !isLostQuery(error)) throw error
            return send()
          })
        } catch (error) {
          if (stop.aborted) throw stop.reason
          throw error instanceof SqlError ? error : toSqlError(error, this.#options)
        }
      }),
    )
  }
}

/** Milliseconds after which a server that starts is asked again. */
const STARTING_MS = 200

async function createTrinoHeaders(
  options: TrinoOptions,
): Promise<Readonly<Record<string, string>>> {
  const { user, catalog, schema, timeZone = 'UTC', password, token, seconds, memory } = options
  const session = [
    ...(seconds === undefined ? [] : [`query_max_run_time=${seconds}s`]),
    ...(memory === undefined ? [] : [`query_max_memory=${memory}MB`]),
  ]
  const credentials = password && Buffer.from(`${user}:${await password()}`).toString('base64')
  return {
    'x-trino-user': user,
    'x-trino-source': 'tributary',
    'x-trino-time-zone': timeZone,
    // Without it, times are cut to milliseconds.
    'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
    ...(catalog !== undefined && { 'x-trino-catalog': encodeURIComponent(catalog) }),
    ...(schema !== undefined && { 'x-trino-schema': encodeURIComponent(schema) }),
    ...(session.length > 0 && { 'x-trino-session': session.join(',') }),
    ...(token && { authorization: `Bearer ${await token()}` }),
    ...(credentials && { authorization: `Basic ${credentials}` }),
  }
}

/** Whether a statement can only read. */
function isQuery(text: string): boolean {
  return /^(?:\s|\(|--.*\n|\/\*[\s\S]*?\*\/)*(?:SELECT|WITH|VALUES|TABLE)\b/i.test(text)
}

function writeError(): SqlError {
  return new SqlError(
    'SQL_ENGINE_FAILED',
    'The engine could not run the query: the driver only reads (readOnly), and this statement is no query.',
  )
}

/** Protocol, host and port. */
function toPublicAddress(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
