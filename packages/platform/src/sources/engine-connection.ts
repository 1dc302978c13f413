import type { EngineDatasource } from '@tributary/catalog'
import { createLazyResource } from '@tributary/core/internal'
import {
  type ClickHouse,
  clickhouseDialect,
  type NewTable,
  type PostgreSql,
  postgresqlDialect,
  type RunOptions,
  type SqlDialect,
  type SqlDriver,
  SqlError,
  type SqlStatement,
  type TableColumn,
  type Trino,
  trinoDialect,
} from '@tributary/sql'
import { closedError, planSchemaError, sourceUnavailableError } from '../model/errors.ts'
import { type OpenOptions, readUserName } from './engine-access.ts'
import { openClickHouse } from './open-clickhouse.ts'
import { openPostgreSql } from './open-postgresql.ts'
import { openTrino } from './open-trino.ts'

/**
 * The engine of a datasource, connected at its first use. Everything rejects with `PLATFORM_SOURCE_UNAVAILABLE` while it does
 * not answer. Tables are given by the names that they have in it.
 */
export interface EngineConnection extends SqlDriver {
  readonly datasource: string
  readonly dialect: SqlDialect
  versionOf(table: readonly string[]): Promise<string | null>
  columnsOf(table: readonly string[]): Promise<readonly TableColumn[]>
  /**
   * Rejects when the engine does not answer the smallest question. Asks nothing while all connections are in use: then it is
   * busy. The connection stays open for the questions that come.
   */
  probe(signal: AbortSignal): Promise<void>
  /** Null for a datasource that is only read. */
  readonly plans: PlanSchema | null
  close(): Promise<void>
}

/** The schema of an engine for the tables of plans. */
export interface PlanSchema {
  readonly schema: string
  /** Names the schema among those of all engines. */
  readonly place: string
  /**
   * As `TableWriter.createTableAs`, of a table of the schema. Rejects with `PLATFORM_PLAN_CONFLICT` when the engine does not
   * let this user write into the schema.
   */
  create(table: NewTable, query: SqlStatement, options?: RunOptions): Promise<void>
  drop(table: readonly string[]): Promise<void>
}

/** Creates a connection that is not open yet. Nothing is written but tables of plans, over connections of their own. */
export function createEngineConnection(
  datasource: EngineDatasource,
  timeZone: string,
): EngineConnection {
  const { name } = datasource
  const { open, dialect } = ENGINES[datasource.type]
  const lazily = (writes: boolean) =>
    createLazyResource(async () => {
      try {
        return await open(datasource, { timeZone, writes })
      } catch (error) {
        throw toUnavailableError(datasource, error)
      }
    }, closedError)
  const opened = lazily(false)
  const writing = lazily(true)
  let running = 0
  const using = async <T>(work: (engine: OpenEngine) => Promise<T>): Promise<T> => {
    const engine = await opened.open()
    running += 1
    try {
      return await retryTransient(() => work(engine), datasource.limits.connections)
    } catch (error) {
      throw isUnavailable(error) ? toUnavailableError(datasource, error) : error
    } finally {
      running -= 1
    }
  }
  return {
    datasource: name,
    dialect,
    run: (statement, options) => using((engine) => engine.run(statement, options)),
    versionOf: (table) => using((engine) => engine.versionOf(table)),
    columnsOf: (table) => using((engine) => engine.columnsOf(table)),
    probe: async (signal) => {
      if (running >= datasource.limits.connections) return
      await using((engine) => engine.run(SMALLEST, { signal }))
    },
    plans: datasource.plans && createPlanSchema(datasource, datasource.plans.schema, writing.open),
    close: async () => {
      await Promise.all([opened.close(), writing.close()])
    },
  }
}

const SMALLEST: SqlStatement = { text: 'SELECT 1', parameters: [] }

function createPlanSchema(
  datasource: EngineDatasource,
  schema: string,
  open: () => Promise<OpenEngine>,
): PlanSchema {
  const { name, type, host, port, database } = datasource
  const writing = async (work: (engine: OpenEngine) => Promise<void>): Promise<void> => {
    const engine = await open()
    try {
      await work(engine)
    } catch (error) {
      if (isUnavailable(error)) throw toUnavailableError(datasource, error)
      const reason = findWriteRefusal(error)
      throw reason === null ? error : planSchemaError(name, schema, reason, error)
    }
  }
  return {
    schema,
    place: JSON.stringify([type, host, port, database, schema]),
    create: (table, query, options) =>
      writing((engine) => engine.createTableAs(table, query, options)),
    drop: (table) => writing((engine) => engine.dropTable(table)),
  }
}

/** Why an engine does not let a user write; null when it failed for another reason. */
function findWriteRefusal(error: unknown): string | null {
  if (!(error instanceof SqlError) || !(error.cause instanceof Error)) return null
  const { cause } = error
  const codes = [
    'code' in cause ? String(cause.code) : '',
    'errorName' in cause ? String(cause.errorName) : '',
    String(getClickhouseCode(cause) ?? ''),
  ]
  return codes.some((code) => REFUSALS.has(code)) ? (cause.message.split('\n')[0] ?? '') : null
}

/**
 * SQLSTATE of a missing right, a read-only transaction and a missing schema; the same of a Trino; of a ClickHouse
 * UNKNOWN_DATABASE, READONLY and ACCESS_DENIED.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  '42501',
  '25006',
  '3F000',
  'PERMISSION_DENIED',
  'SCHEMA_NOT_FOUND',
  'NOT_SUPPORTED',
  'READ_ONLY_VIOLATION',
  '81',
  '164',
  '497',
])

/** An engine that is open. */
type OpenEngine = ClickHouse | PostgreSql | Trino

/** How the engine of each type of datasource is opened. */
const ENGINES: Readonly<
  Record<
    EngineDatasource['type'],
    {
      readonly dialect: SqlDialect
      readonly open: (datasource: EngineDatasource, how: OpenOptions) => Promise<OpenEngine>
    }
  >
> = {
  CLICKHOUSE: { dialect: clickhouseDialect, open: openClickHouse },
  POSTGRESQL: { dialect: postgresqlDialect, open: openPostgreSql },
  TRINO: { dialect: trinoDialect, open: openTrino },
}

/**
 * Reads, and reads again when the connection was lost: one that the server has ended while it was idle is noticed when it
 * is used, and all of the `connections` may be such. What the server has given up for another statement is read once more.
 * Reading again changes nothing.
 */
async function retryTransient<T>(read: () => Promise<T>, connections: number): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      const most = isLost(error) ? connections : isGivenUp(error) ? 1 : 0
      if (failures >= most) throw error
    }
  }
}

/** Whether the engine did not answer, rather than refuse a statement. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof SqlError) || error.code !== 'SQL_ENGINE_FAILED') return false
  const { cause } = error
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  if ('errorName' in cause) return GONE.has(String(cause.errorName))
  const clickhouse = getClickhouseCode(cause)
  if (clickhouse !== null) return CLICKHOUSE_ABSENT.has(clickhouse)
  return 'severity' in cause ? ABSENT.test(code) : LOST.test(`${code} ${cause.message}`)
}

/** Whether the connection ended while a statement used it. */
function isLost(error: unknown): boolean {
  if (!(error instanceof SqlError) || !(error.cause instanceof Error)) return false
  const code = 'code' in error.cause ? error.cause.code : ''
  return (
    code === ENDED_BY_SERVER ||
    /connection terminated|ECONNRESET|EPIPE/i.test(`${code} ${error.cause}`)
  )
}

const ENDED_BY_SERVER = '57P01'

/** Whether the server gave a statement up for another one, such as the recovery of a replica. */
function isGivenUp(error: unknown): boolean {
  if (!(error instanceof SqlError) || !(error.cause instanceof Error)) return false
  return 'code' in error.cause && GIVEN_UP.test(String(error.cause.code))
}

/** SQLSTATE of transactions that are rolled back, deadlocks and conflicts with recovery among them, and of a lock that is held. */
const GIVEN_UP = /^(40|55P03)/

/** Classes of SQLSTATE about the connection, its rights, the resources, the life of the server and other statements. */
const ABSENT = /^(08|28|3D|40|53|55P03|57P)/

/** Errors of a Trino about the life of its workers and of itself. */
const GONE: ReadonlySet<string> = new Set([
  'NO_NODES_AVAILABLE',
  'SERVER_SHUTTING_DOWN',
  'SERVER_STARTING_UP',
])

/** The code that a ClickHouse gives its error; null for other errors. */
function getClickhouseCode({ cause }: Error): number | null {
  const isOfServer = cause instanceof Error && 'code' in cause && 'type' in cause
  return isOfServer ? Number(cause.code) : null
}

/**
 * UNKNOWN_USER, WRONG_PASSWORD, REQUIRED_PASSWORD, IP_ADDRESS_NOT_ALLOWED, TOO_MANY_SIMULTANEOUS_QUERIES, SOCKET_TIMEOUT,
 * NETWORK_ERROR, ABORTED, ALL_CONNECTION_TRIES_FAILED, AUTHENTICATION_FAILED
 */
const CLICKHOUSE_ABSENT: ReadonlySet<number> = new Set([
  192, 193, 194, 195, 202, 209, 210, 236, 279, 516,
])

const LOST = /^E[A-Z]{4,}|CERT|TLS|SSL|connection terminated|timeout|not queryable/i

/** The reason without the name of the user, which some servers repeat. */
function toUnavailableError(datasource: EngineDatasource, error: unknown): Error {
  if (!(error instanceof SqlError)) return error as Error
  const { cause } = error
  const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  const user = readUserName(datasource) ?? ''
  const unnamed = reason.startsWith(`${user}: `) ? reason.slice(user.length + 2) : reason
  const maskedReason = unnamed.replaceAll(`"${user}"`, '"…"')
  return sourceUnavailableError(datasource.name, maskedReason, error)
}
