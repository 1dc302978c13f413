import { randomUUID } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { TributaryError } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import { clickhouseDialect } from '../../dialects/clickhouse/clickhouse.ts'
import { createTableAs, tableVersion } from '../../dialects/clickhouse/statements.ts'
import {
  closedError,
  engineError,
  limitError,
  outOfRangeError,
  startError,
  tooManyRowsError,
} from '../../errors.ts'
import type { SqlResult, TableColumn } from '../../results/sql-result.ts'
import { tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import { loadClient } from '../load-client.ts'
import { toPublicUrl } from '../public-url.ts'
import { RunningWork } from '../running-work.ts'
import type { NewTable, RunOptions, TableWriter } from '../sql-driver.ts'
import {
  findClickhouseValueType,
  type JsonResult,
  readClickHouseColumns,
  toClickHouseParameter,
} from './values.ts'

/** How to connect to a ClickHouse. */
export interface ClickHouseOptions {
  /** The address of the HTTP interface, such as `https://user:password@host:8443/database`. */
  readonly url: string
  /** The time zone of the wall clock on which times are read. @defaultValue UTC */
  readonly timeZone?: string
  /** The most statements that run at a time; others wait. @defaultValue 4 */
  readonly concurrency?: number
  /** Gives the password of each statement. @defaultValue that of the URL */
  readonly password?: () => Promise<string>
  /** Certificates for an address with `https`; the certificate of the server is always checked. @defaultValue those of Node.js */
  readonly tls?: ClickHouseTls
  /** Whether the server refuses statements that write. @defaultValue false */
  readonly readOnly?: boolean
  /** The longest time of a statement, in seconds; then it rejects with `SQL_LIMIT_EXCEEDED`. @defaultValue that of the server */
  readonly seconds?: number
  /** The most rows of a result of `run`, which rejects with `SQL_LIMIT_EXCEEDED` beyond. @defaultValue any number */
  readonly rows?: number
  /** The most memory of a statement, in MiB; beyond it `run` rejects with `SQL_LIMIT_EXCEEDED`. @defaultValue that of the server */
  readonly memory?: number
}

/** The certificates of a connection, as PEM texts. */
export interface ClickHouseTls {
  /** The authorities to trust. @defaultValue those of Node.js */
  readonly ca?: string
  /** The certificate of this client and its key. @defaultValue none */
  readonly cert?: string
  readonly key?: string
  /** The name that the certificate of the server must have. @defaultValue the host */
  readonly servername?: string
}

/** An open ClickHouse, 26.3 or later. */
export interface ClickHouse extends TableWriter {
  /** The columns of a table given by the parts of its name, in order. */
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /**
   * A text that changes whenever the rows of a table change: which table it is and the parts that it consists of. Null for
   * views and for engines without parts, such as `Distributed`.
   */
  versionOf(table: readonly string[]): Promise<string | null>
  /** Cancels running statements with `SQL_CLOSED` and closes the connections. Further calls have no effect. */
  close(): Promise<void>
}

/**
 * Connects to a ClickHouse with the library `@clickhouse/client`. `SQL_ENGINE_FAILED` when it does not answer, or when the
 * library is not installed; the message never contains the password.
 *
 * @example
 * ```ts
 * import { clickhouseDialect, createClickHouse, createSqlSource } from '@tributary/platform/sql'
 * export async function openSource(url: string) {
 *   const driver = await createClickHouse({ url })
 *   return createSqlSource({ driver, dialect: clickhouseDialect })
 * }
 * ```
 */
export async function createClickHouse(options: ClickHouseOptions): Promise<ClickHouse> {
  const { url, timeZone = 'UTC', concurrency = 4 } = options
  const publicOptions = { url: toPublicUrl(url), timeZone, concurrency }
  if (!URL.canParse(url))
    throw startError('ClickHouse', publicOptions, new Error('the url is no URL'))
  const library = await loadClient(
    'ClickHouse',
    '@clickhouse/client',
    () => import('@clickhouse/client'),
  )
  const clickhouse = new OpenClickHouse(library, options)
  try {
    await clickhouse.run({ text: 'SELECT 1', parameters: [] })
  } catch (error) {
    await clickhouse.close()
    const cause = error instanceof TributaryError && error.cause ? error.cause : error
    throw startError('ClickHouse', publicOptions, cause)
  }
  return clickhouse
}

type Library = typeof import('@clickhouse/client')

class OpenClickHouse implements ClickHouse {
  readonly dialect = clickhouseDialect
  readonly #library: Library
  readonly #options: ClickHouseOptions
  readonly #client: ClickHouseClient
  /** For what ends statements, which must not wait for them. */
  readonly #killer: ClickHouseClient
  readonly #work = new RunningWork()
  #closed: Promise<void> | null = null

  constructor(library: Library, options: ClickHouseOptions) {
    this.#library = library
    this.#options = options
    this.#client = createClickhouseClient(library, options, options.concurrency ?? 4)
    this.#killer = createClickhouseClient(library, options, 2)
  }

  run(
    statement: SqlStatement,
    { signal, maxRows = NO_LIMIT }: RunOptions = {},
  ): Promise<SqlResult> {
    const { rows = NO_LIMIT } = this.#options
    return this.#work.start(signal ?? null, async (stop) => {
      const result = await this.#ask(statement, Math.min(rows, maxRows), stop)
      if (result.rowCount > maxRows) throw tooManyRowsError(maxRows)
      if (result.rowCount > rows) throw limitError(`gives more than ${rows} rows`)
      return result
    })
  }

  async columnsOf(table: readonly string[]): Promise<readonly TableColumn[]> {
    const text = `DESCRIBE TABLE ${tableName(table, clickhouseDialect)}`
    // A limit of rows is not one of columns.
    const { columns } = await this.#work.start(null, (stop) =>
      this.#ask({ text, parameters: [] }, NO_LIMIT, stop),
    )
    const [names, types] = columns.map((column) => (column.kind === 'text' ? column.values : []))
    return (names ?? []).map((name, i) => {
      const type = types?.[i] ?? ''
      return { name: name ?? '', type, valueType: findClickhouseValueType(type) }
    })
  }

  async versionOf(table: readonly string[]): Promise<string | null> {
    const { columns } = await this.run(tableVersion(table))
    return columns[0]?.kind === 'text' ? (columns[0].values[0] ?? null) : null
  }

  async createTableAs(
    { name, sortedBy }: NewTable,
    query: SqlStatement,
    options: RunOptions = {},
  ): Promise<void> {
    await this.run(createTableAs(name, sortedBy, query), options)
  }

  async dropTable(table: readonly string[]): Promise<void> {
    await this.run(plain(`DROP TABLE IF EXISTS ${tableName(table, clickhouseDialect)}`))
  }

  close(): Promise<void> {
    this.#closed ??= this.#work.end(closedError()).then(async () => {
      await Promise.all([this.#client.close(), this.#killer.close()])
    })
    return this.#closed
  }

  /** Runs a statement for at most so many rows and one more. */
  async #ask(statement: SqlStatement, most: number, stop: AbortSignal): Promise<SqlResult> {
    const { text: query, parameters } = statement
    const id = randomUUID()
    const queryOptions = {
      query,
      query_id: id,
      query_params: Object.fromEntries(
        parameters.map((parameter, i) => [`p${i + 1}`, toClickHouseParameter(parameter)]),
      ),
      abort_signal: stop,
      clickhouse_settings: {
        ...createClickhouseSettings(this.#options),
        // Of a command it would leave out rows that are written.
        ...(Number.isFinite(most) && IS_QUERY.test(query) && { limit: String(most + 1) }),
      },
      ...(await this.#auth()),
    }
    const kill = () => void this.#kill(id)
    stop.addEventListener('abort', kill, { once: true })
    try {
      stop.throwIfAborted()
      if (!IS_QUERY.test(query)) {
        await this.#client.command(queryOptions)
        return { rowCount: 0, columns: [] }
      }
      const answer = await this.#client.query({ ...queryOptions, format: 'JSONCompact' })
      return await runInSlices(readClickHouseColumns(wholeResult(await answer.text())))
    } catch (error) {
      throw stop.aborted ? stop.reason : this.#failure(error)
    } finally {
      stop.removeEventListener('abort', kill)
    }
  }

  /** Ends a statement in the server, which does not notice by itself that its caller has gone. */
  async #kill(id: string): Promise<void> {
    try {
      const query = `KILL QUERY WHERE query_id = '${id}' ASYNC`
      await this.#killer.command({ query, ...(await this.#auth()) })
    } catch {
      // The statement goes on up to the limits of the server.
    }
  }

  async #auth() {
    const { url, password } = this.#options
    if (password === undefined) return {}
    return { auth: { username: getUrlUser(url), password: await password() } }
  }

  #failure(error: unknown): Error {
    if (error instanceof TributaryError || !(error instanceof Error)) return error as Error
    if (!(error instanceof this.#library.ClickHouseError)) return engineError(error)
    const { seconds, memory } = this.#options
    const code = Number(error.code)
    if (seconds !== undefined && TIMEOUTS.has(code)) {
      return limitError(`takes longer than ${seconds} s`, error)
    }
    if (memory !== undefined && code === MEMORY_LIMIT_EXCEEDED) {
      return limitError(`needs more than ${memory} MiB of memory`, error)
    }
    const publicError = new Error(withoutStatement(error.message), { cause: error })
    return OUT_OF_RANGE.has(code) ? outOfRangeError(publicError) : engineError(publicError)
  }
}

/** The message of an error, without the statement that caused it. */
function withoutStatement(message: string): string {
  return message
    .replace(/(\.?:? In scope |:? ?[Ww]hile (executing|processing) )[\s\S]*$/, '')
    .trim()
}

const NO_LIMIT = Number.POSITIVE_INFINITY

/** A statement that returns rows; any other is a command without a result. */
const IS_QUERY = /^\s*(\(|(SELECT|WITH|DESCRIBE|SHOW|EXISTS|EXPLAIN)\b)/i

/** TIMEOUT_EXCEEDED, TOO_SLOW */
const TIMEOUTS: ReadonlySet<number> = new Set([159, 160])
const MEMORY_LIMIT_EXCEEDED = 241
/**
 * ARGUMENT_OUT_OF_BOUND, CANNOT_CONVERT_TYPE, VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE, FUNCTION_THROW_IF_VALUE_IS_NON_ZERO (which
 * the dialect asks for), DECIMAL_OVERFLOW
 */
const OUT_OF_RANGE: ReadonlySet<number> = new Set([69, 70, 321, 395, 407])

/** Milliseconds of silence after which a connection is given up, when no time of a statement is limited. */
const SILENCE = 2 ** 31 - 1

function createClickhouseClient(
  { createClient }: Library,
  options: ClickHouseOptions,
  connections: number,
): ClickHouseClient {
  const { seconds, tls = {} } = options
  const url = new URL(options.url)
  const agent = { keepAlive: true, maxSockets: connections }
  const database = decodeURIComponent(url.pathname.slice(1)) || 'default'
  return createClient({
    url: url.origin,
    username: getUrlUser(options.url),
    password: decodeURIComponent(url.password),
    database,
    application: 'tributary',
    request_timeout: seconds === undefined ? SILENCE : Math.min((seconds + 10) * 1000, SILENCE),
    use_multipart_params_auto: true,
    http_agent:
      url.protocol === 'https:'
        ? new HttpsAgent({ ...agent, ...tls, rejectUnauthorized: true })
        : new HttpAgent(agent),
    // Our errors report failures.
    log: { level: 127 },
  })
}

function getUrlUser(url: string): string {
  return decodeURIComponent(new URL(url).username) || 'default'
}

function createClickhouseSettings({
  timeZone = 'UTC',
  readOnly = false,
  seconds,
  memory,
}: ClickHouseOptions): ClickHouseSettings {
  return {
    session_timezone: timeZone,
    // An error after the first rows would come as part of the result.
    wait_end_of_query: 1,
    join_use_nulls: 1,
    group_by_use_nulls: 1,
    // Statements of many measures are long and deep.
    max_query_size: String(2 ** 26),
    max_parser_depth: '10000',
    max_ast_depth: '10000',
    max_subquery_depth: '1000',
    max_ast_elements: '1000000',
    max_expanded_ast_elements: '1000000',
    // As in standard SQL: `sum(a) AS a` adds up the column.
    prefer_column_name_to_alias: 1,
    enable_extended_results_for_datetime_functions: 1,
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
    output_format_json_quote_denormals: 1,
    output_format_json_escape_forward_slashes: 0,
    date_time_output_format: 'simple',
    ...(readOnly && { readonly: '2' }),
    ...(seconds !== undefined && { max_execution_time: seconds }),
    ...(memory !== undefined && { max_memory_usage: String(memory * 2 ** 20) }),
  }
}

/** A result, of which nothing is missing: the server counts its rows behind them. */
function wholeResult(text: string): JsonResult {
  const result = JSON.parse(text) as JsonResult
  if (result.rows !== result.data.length) {
    throw new Error(`ClickHouse sent ${result.data.length} of ${result.rows} rows`)
  }
  return result
}
