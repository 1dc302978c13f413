import type { ValueType } from '@tributary/expression'
import { hasPostgres, startPostgres } from '../../../../test/support/postgres.ts'
import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { duckdbDialect } from '../../src/dialects/duckdb.ts'
import { postgresqlDialect } from '../../src/dialects/postgresql.ts'
import { createDuckDb } from '../../src/drivers/duckdb.ts'
import { createPostgreSql } from '../../src/drivers/postgresql.ts'
import type { SqlDriver } from '../../src/drivers/sql-driver.ts'

/** An engine with nothing in it, for one test file. */
export interface TestDatabase {
  readonly driver: SqlDriver
  readonly dialect: SqlDialect
  close(): Promise<void>
}

/** An engine that the language must mean the same thing in. */
export interface TestEngine {
  readonly name: 'DuckDB' | 'PostgreSQL'
  /** Its names of the types. */
  readonly types: Readonly<Record<Exclude<ValueType, 'NULL' | 'UNKNOWN'>, string>>
  open(): Promise<TestDatabase>
}

const DUCKDB: TestEngine = {
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
  async open() {
    const driver = await createDuckDb({ threads: 1 })
    return { driver, dialect: duckdbDialect, close: () => driver.close() }
  },
}

const POSTGRESQL: TestEngine = {
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
  async open() {
    const server = await startPostgres()
    const driver = await createPostgreSql({ url: server.url })
    return {
      driver,
      dialect: postgresqlDialect,
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
