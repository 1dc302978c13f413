import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClickHouse, createPostgreSql, createTrino, type TableDriver } from '@tributary/sql'
import { engineUp, type UpEngine } from '../../test/engines/support/engine.ts'
import { COLUMNS, type FlightFiles } from './flight-files.ts'

/** An engine that is measured. */
export interface MeasuredEngine {
  readonly name: string
  readonly up: UpEngine
  /** The keys of a datasource of a workspace, but for its name and address. */
  readonly datasource: Readonly<Record<string, unknown>>
  open(): Promise<TableDriver & { close(): Promise<void> }>
  /** Makes the tables `flights_1` and `airports` from files, with nothing but their rows. */
  load(driver: TableDriver, files: FlightFiles): Promise<void>
  /** Statements that make a table ready for questions, as its owner would. @defaultValue none */
  readonly finish?: (table: string) => readonly string[]
  /** The beginning of a statement that makes a table from rows. */
  create(table: string): string
  /** A table of the numbers from 1 on, as part of FROM. */
  numbers(count: number): string
}

/** The schema, or database, of the tables. */
export const SCHEMA = 'tributary_bench'

type Make = (up: UpEngine) => MeasuredEngine

const postgresql: Make = (up) => ({
  ...{ name: 'PostgreSQL', up },
  datasource: {
    ...{ type: 'POSTGRESQL', database: 'postgres', schema: SCHEMA },
    credentials: { user: 'postgres' },
  },
  open: () => createPostgreSql({ url: up.url }),
  load: async (driver, files) => {
    await run(driver, `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`, `CREATE SCHEMA ${SCHEMA}`)
    for (const [table, source, file] of [
      ['flights_1', 'flights', files.flightsCsv],
      ['airports', 'airports', files.airportsCsv],
    ] as const) {
      await run(driver, `CREATE TABLE ${SCHEMA}.${table} (${typed(COLUMNS[source])})`)
      await run(driver, `COPY ${SCHEMA}.${table} FROM '${file}' (FORMAT CSV)`)
    }
  },
  create: (table) => `CREATE TABLE ${table} AS`,
  finish: (table) => [`CREATE INDEX ON ${table} (date)`, `VACUUM ANALYZE ${table}`],
  numbers: (count) => `generate_series(1, ${count}) AS numbers`,
})

const clickhouse: Make = (up) => ({
  ...{ name: 'ClickHouse', up },
  datasource: { type: 'CLICKHOUSE', database: SCHEMA, credentials: { user: 'default' } },
  open: () => createClickHouse({ url: up.url }),
  load: async (driver, files) => {
    await run(driver, `DROP DATABASE IF EXISTS ${SCHEMA}`, `CREATE DATABASE ${SCHEMA}`)
    const types = { timestamp: 'DateTime64(6)', bigint: 'Int64', varchar: 'String' }
    const typesOf = (columns: Readonly<Record<string, string>>) =>
      Object.entries(columns).map(([name, type]) => [
        name,
        `Nullable(${(types as Record<string, string>)[type] ?? 'Float64'})`,
      ])
    for (const [table, source, folder] of [
      ['flights_1', 'flights', files.flights],
      ['airports', 'airports', files.airports],
    ] as const) {
      const columns = typed(Object.fromEntries(typesOf(COLUMNS[source])))
      const path = join(folder, 'data.parquet')
      await run(
        driver,
        `CREATE TABLE ${SCHEMA}.${table} (${columns}) ENGINE = MergeTree ORDER BY tuple()`,
      )
      await run(driver, `INSERT INTO ${SCHEMA}.${table} SELECT * FROM file('${path}', 'Parquet')`)
    }
  },
  create: (table) => `CREATE TABLE ${table} ENGINE = MergeTree ORDER BY tuple() AS`,
  numbers: (count) => `numbers(${count}) AS numbers`,
})

const trino: Make = (up) => ({
  ...{ name: 'Trino', up },
  datasource: {
    ...{ type: 'TRINO', catalog: 'iceberg', schema: SCHEMA },
    credentials: { user: 'tributary' },
  },
  open: () => createTrino({ url: up.url, user: 'tributary', catalog: 'iceberg' }),
  load: async (driver, files) => {
    if (up.files === undefined) throw new Error('Run "pnpm engines down trino", then up again.')
    await run(driver, `DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`, `CREATE SCHEMA ${SCHEMA}`)
    await run(driver, `DROP SCHEMA IF EXISTS hive.${SCHEMA} CASCADE`)
    await run(driver, `CREATE SCHEMA hive.${SCHEMA}`)
    for (const [table, source] of [
      ['flights_1', 'flights'],
      ['airports', 'airports'],
    ] as const) {
      const folder = join(up.files, SCHEMA, source)
      rmSync(folder, { recursive: true, force: true })
      cpSync(files[source], folder, { recursive: true })
      const columns = typed(COLUMNS[source]).replaceAll('double precision', 'double')
      const external = `external_location = 'local:///${SCHEMA}/${source}'`
      await run(
        driver,
        `CREATE TABLE hive.${SCHEMA}.${source} (${columns.replaceAll('timestamp', 'timestamp(6)')}) WITH (format = 'PARQUET', ${external})`,
        `CREATE TABLE ${SCHEMA}.${table} AS SELECT * FROM hive.${SCHEMA}.${source}`,
      )
    }
  },
  create: (table) => `CREATE TABLE ${table} AS`,
  numbers: (count) => `UNNEST(sequence(1, ${count})) AS numbers (n)`,
})

const ENGINES: Readonly<Record<string, Make>> = { postgresql, clickhouse, trino }

/** Engines by whether `pnpm engines up` has started them. */
export interface FoundEngines {
  readonly up: readonly MeasuredEngine[]
  /** The names of the others. */
  readonly down: readonly string[]
}

/** Looks which engines are up. */
export function findEngines(): FoundEngines {
  const found = Object.entries(ENGINES).map(([name, make]) => {
    const up = engineUp(name)
    return { name, engine: up && make(up) }
  })
  return {
    up: found.flatMap(({ engine }) => engine ?? []),
    down: found.flatMap(({ name, engine }) => (engine === null ? [name] : [])),
  }
}

/** Makes the table `flights_N` with every flight N times, inside the engine, ready for questions. */
export async function multiply(
  { create, numbers, finish }: MeasuredEngine,
  driver: TableDriver,
  times: number,
): Promise<void> {
  const table = `${SCHEMA}.flights_${times}`
  const columns = Object.keys(COLUMNS.flights).join(', ')
  const rows = `SELECT ${columns} FROM ${SCHEMA}.flights_1 CROSS JOIN ${numbers(times)}`
  if (times > 1) await run(driver, `${create(table)} ${rows}`)
  await run(driver, ...(finish?.(table) ?? []))
}

async function run(driver: TableDriver, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await driver.run({ text, parameters: [] })
}

function typed(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')
}
