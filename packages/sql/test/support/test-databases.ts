import type { ValueType } from '@tributary/expression'
import { hasPostgres, startPostgres } from '../../../../test/support/postgres.ts'
import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { duckdbDialect } from '../../src/dialects/duckdb/duckdb.ts'
import { postgresqlDialect } from '../../src/dialects/postgresql/postgresql.ts'
import { createDuckDb, type DuckDb } from '../../src/drivers/duckdb/duckdb.ts'
import { createPostgreSql, type PostgreSql } from '../../src/drivers/postgresql/postgresql.ts'

/** What every driver has. */
export type TestDriver = DuckDb | PostgreSql

/** An engine with nothing in it, for one test file. */
export interface TestDatabase {
  readonly driver: TestDriver
  readonly dialect: SqlDialect
  /** Another driver of the engine. The caller closes it. */
  connect(options: {
    readonly concurrency?: number
    readonly timeZone?: string
  }): Promise<TestDriver>
  close(): Promise<void>
}

/** An engine that the language must mean the same thing in. */
export interface TestEngine {
  readonly name: 'DuckDB' | 'PostgreSQL'
  /** Its names of the types. */
  readonly types: Readonly<Record<Exclude<ValueType, 'NULL' | 'UNKNOWN'>, string>>
  /** A query without end. */
  readonly endless: string
  open(): Promise<TestDatabase>
}

/** The embedded engine, which runs everywhere. */
export const DUCKDB: TestEngine = {
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
  endless:
    'SELECT COUNT(*) FROM range(10000000) AS a, range(10000000) AS b WHERE a.range + b.range = 7',
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
export const POSTGRESQL: TestEngine = {
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
  endless:
    'SELECT COUNT(*) FROM generate_series(1, 10000000) AS a, generate_series(1, 10000000) AS b WHERE a + b = -7',
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

/** Every engine that runs here. A machine without PostgreSQL says so; under CI that is a failure. */
export const TEST_ENGINES: readonly TestEngine[] = enginesHere()

function enginesHere(): readonly TestEngine[] {
  if (hasPostgres()) return [DUCKDB, POSTGRESQL]
  process.stderr.write('PostgreSQL is not installed here: its tests are left out.\n')
  return [DUCKDB]
}
