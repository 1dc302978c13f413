import { randomUUID } from 'node:crypto'
import type { ValueType } from '@tributary/expression'
import { isEngineTested, sharedEngine } from '../../../../test/engines/support/engines.ts'
import { hasPostgres, startPostgres } from '../../../../test/support/postgres.ts'
import { clickhouseDialect } from '../../src/dialects/clickhouse/clickhouse.ts'
import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { postgresqlDialect } from '../../src/dialects/postgresql/postgresql.ts'
import { trinoDialect } from '../../src/dialects/trino/trino.ts'
import { type ClickHouse, createClickHouse } from '../../src/drivers/clickhouse/clickhouse.ts'
import { createDuckDb, type DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import { createPostgreSql, type PostgreSql } from '../../src/drivers/postgresql/postgresql.ts'
import { createTrino, type Trino } from '../../src/drivers/trino/trino.ts'

/** What every driver has. */
export type TestDriver = DuckDb | PostgreSql | ClickHouse | Trino

/** An engine with nothing in it, for one test file. */
export interface TestDatabase<Driver extends TestDriver = TestDriver> {
  readonly driver: Driver
  readonly dialect: SqlDialect
  /** Another driver of the engine. The caller closes it. */
  connect(options: { readonly concurrency?: number; readonly timeZone?: string }): Promise<Driver>
  close(): Promise<void>
}

/** An engine that the language must mean the same thing in. */
export interface TestEngine<Driver extends TestDriver = TestDriver> {
  readonly name: 'DuckDB' | 'PostgreSQL' | 'ClickHouse' | 'Trino'
  /** Its names of the types. */
  readonly types: Readonly<Record<Exclude<ValueType, 'NULL' | 'UNKNOWN'>, string>>
  /** A query without end. */
  readonly endless: string
  /** Queries that leave the range of their types. */
  readonly outOfRange: readonly string[]
  /** Gives, as its second column, the date of 2024-01-31 20:00 UTC on the wall clock of the connection. */
  readonly zoned: string
  /** A table expression of so many rows. */
  series(rows: number): string
  /** Whether it runs many statements a second, so that each can ask little. */
  readonly isQuick: boolean
  open(): Promise<TestDatabase<Driver>>
}

const STANDARD_OUT_OF_RANGE = [
  'SELECT 9223372036854775807 * (SELECT COUNT(*) FROM (SELECT 1 UNION ALL SELECT 2) AS two)',
  'SELECT CAST(9999999999 AS INTEGER)',
  'SELECT CAST(1000 AS DECIMAL(4, 1))',
] as const

/** The embedded engine, which runs everywhere. */
export const DUCKDB: TestEngine<DuckDb> = {
  name: 'DuckDB',
  types: {
    BOOLEAN: 'BOOLEAN',
    STRING: 'VARCHAR',
    INT: 'BIGINT',
    DECIMAL: 'DECIMAL(18, 4)',
    DOUBLE: 'DOUBLE',
    DATE: 'DATE',
    TIMESTAMP: 'TIMESTAMP',
  },
  outOfRange: STANDARD_OUT_OF_RANGE,
  zoned:
    "SELECT TIMESTAMPTZ '2024-01-31 20:00:00+00', CAST(TIMESTAMPTZ '2024-01-31 20:00:00+00' AS DATE)",
  endless:
    'SELECT COUNT(*) FROM range(10000000) AS a, range(10000000) AS b WHERE a.range + b.range = 7',
  series: (rows) => `generate_series(1, ${rows})`,
  isQuick: true,
  async open() {
    const driver = await createDuckDb({ threads: 1 })
    return {
      driver,
      dialect: duckdbDialect,
      connect: createDuckDb,
      close: () => driver.close(),
    }
  },
}

/** The engine that runs where PostgreSQL is installed. */
export const POSTGRESQL: TestEngine<PostgreSql> = {
  name: 'PostgreSQL',
  types: {
    BOOLEAN: 'boolean',
    STRING: 'text',
    INT: 'bigint',
    DECIMAL: 'numeric(18, 4)',
    DOUBLE: 'float8',
    DATE: 'date',
    TIMESTAMP: 'timestamp',
  },
  outOfRange: STANDARD_OUT_OF_RANGE,
  zoned:
    "SELECT TIMESTAMPTZ '2024-01-31 20:00:00+00', CAST(TIMESTAMPTZ '2024-01-31 20:00:00+00' AS DATE)",
  endless:
    'SELECT COUNT(*) FROM generate_series(1, 10000000) AS a, generate_series(1, 10000000) AS b WHERE a + b = -7',
  series: (rows) => `generate_series(1, ${rows})`,
  isQuick: true,
  async open() {
    const server = await startPostgres()
    const driver = await createPostgreSql({ url: server.url })
    return {
      driver,
      dialect: postgresqlDialect,
      connect: (options) => createPostgreSql({ url: server.url, ...options }),
      close: async () => {
        await driver.close()
        await server.stop()
      },
    }
  },
}

/** The embedded ClickHouse behind HTTP, or the server that `TRIBUTARY_CLICKHOUSE_URL` names. */
export const CLICKHOUSE: TestEngine<ClickHouse> = {
  name: 'ClickHouse',
  types: {
    BOOLEAN: 'Nullable(Bool)',
    STRING: 'Nullable(String)',
    INT: 'Nullable(Int64)',
    DECIMAL: 'Nullable(Decimal(18, 4))',
    DOUBLE: 'Nullable(Float64)',
    DATE: 'Nullable(Date32)',
    TIMESTAMP: "Nullable(DateTime64(6, 'UTC'))",
  },
  outOfRange: [
    "SELECT accurateCast(300, 'UInt8')",
    "SELECT accurateCast(-1, 'UInt64')",
    'SELECT addYears(now(), 1), toDecimal64(1e30, 2)',
  ],
  zoned:
    "SELECT toDateTime('2024-01-31 20:00:00', 'UTC') AS t, toDate32(toDateTime64(toString(toDateTime64(t, 6), timeZone()), 6, 'UTC'))",
  series: (rows) => `numbers(${rows})`,
  isQuick: true,
  endless: 'SELECT count() FROM numbers(1000000000000000) WHERE cityHash64(number) = 7',
  async open() {
    const server = process.env.TRIBUTARY_CLICKHOUSE_URL ?? (await sharedEngine('clickhouse'))
    const database = `t${randomUUID().replaceAll('-', '')}`
    const run = async (text: string) => {
      const all = await createClickHouse({ url: server, concurrency: 1 })
      await all.run({ text, parameters: [] })
      await all.close()
    }
    await run(`CREATE DATABASE ${database}`)
    const url = Object.assign(new URL(server), { pathname: `/${database}` }).href
    const driver = await createClickHouse({ url })
    return {
      driver,
      dialect: clickhouseDialect,
      connect: (options) => createClickHouse({ url, ...options }),
      close: async () => {
        await driver.close()
        await run(`DROP DATABASE ${database}`)
      },
    }
  },
}

/** The distributed engine that runs where it is asked for; each test file has a schema of its own. */
export const TRINO: TestEngine<Trino> = {
  name: 'Trino',
  types: {
    BOOLEAN: 'boolean',
    STRING: 'varchar',
    INT: 'bigint',
    DECIMAL: 'decimal(18, 4)',
    DOUBLE: 'double',
    DATE: 'date',
    TIMESTAMP: 'timestamp(6)',
  },
  endless: 'SELECT COUNT(*) FROM tpch.sf100000.lineitem WHERE orderkey + partkey = -7',
  outOfRange: STANDARD_OUT_OF_RANGE,
  zoned: `SELECT 1, CAST(${trinoDialect.column("TIMESTAMP '2024-01-31 20:00:00 UTC'", 'TIMESTAMP')} AS DATE)`,
  series: (rows) => {
    // A sequence has at most ten thousand numbers.
    const first = `UNNEST(sequence(1, ${Math.min(rows, 1000)})) AS a(i)`
    const rest = rows / 1000
    return rest <= 1 ? first : `${first} CROSS JOIN UNNEST(sequence(1, ${rest})) AS b(j)`
  },
  isQuick: false,
  async open() {
    const url = await sharedEngine('trino')
    const schema = `t${randomUUID().replaceAll('-', '')}`
    const options = { url, user: 'tests', catalog: 'memory', schema, concurrency: 2 }
    const driver = await createTrino(options)
    const run = (text: string) => driver.run({ text, parameters: [] })
    await run(`CREATE SCHEMA memory.${schema}`)
    return {
      driver,
      dialect: driver.dialect,
      connect: (more) => createTrino({ ...options, ...more }),
      close: async () => {
        const { columns } = await run('SHOW TABLES')
        for (const table of columns[0]?.kind === 'text' ? columns[0].values : []) {
          await run(`DROP TABLE "${table?.replaceAll('"', '""')}"`)
        }
        await run(`DROP SCHEMA memory.${schema}`)
        await driver.close()
      },
    }
  },
}

/** Every engine that runs here. A machine without PostgreSQL says so; under CI that is a failure. */
export const TEST_ENGINES: readonly TestEngine[] = enginesHere()

/** Those that have tables of standard SQL. */
export const STANDARD_ENGINES: readonly TestEngine[] = TEST_ENGINES.filter(
  (engine) => engine !== CLICKHOUSE,
)

/** Those of them with the statements of standard SQL that make tables; the tables of plans can be in them. */
export const STORING_ENGINES: readonly TestEngine<DuckDb | PostgreSql>[] = TEST_ENGINES.filter(
  (engine) => engine === DUCKDB || engine === POSTGRESQL,
) as readonly TestEngine<DuckDb | PostgreSql>[]

function enginesHere(): readonly TestEngine[] {
  const others: readonly TestEngine[] = [
    ...(isClickHouseTested(false) ? [CLICKHOUSE] : []),
    ...(isEngineTested('trino', false) ? [TRINO] : []),
  ]
  if (hasPostgres()) return [DUCKDB, POSTGRESQL, ...others]
  process.stderr.write('PostgreSQL is not installed here: its tests are left out.\n')
  return [DUCKDB, ...others]
}

/** Whether tests run on ClickHouse; see `isEngineTested`. */
export function isClickHouseTested(isUsual: boolean): boolean {
  return process.env.TRIBUTARY_CLICKHOUSE_URL !== undefined || isEngineTested('clickhouse', isUsual)
}
