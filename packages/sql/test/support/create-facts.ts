import { toText, type Value } from '@tributary/expression'
import type { Row } from './naive-source.ts'
import { replaceTable } from './replace-table.ts'
import type { TestDriver, TestEngine } from './test-databases.ts'

/** The columns of the random tables. */
export const FACT_COLUMNS = ['at', 's', 'n', 'x', 'p', 'd'] as const
export const THING_COLUMNS = ['code', 'region', 'size'] as const

/** Narrow types on purpose: a byte overflows at 128, a float has seven digits. */
const TYPES: Readonly<Record<TestEngine['name'], Readonly<Record<string, string>>>> = {
  DuckDB: {
    at: 'TIMESTAMP',
    s: 'VARCHAR',
    n: 'TINYINT',
    x: 'FLOAT',
    p: 'DECIMAL(6,2)',
    d: 'DATE',
    code: 'VARCHAR',
    region: 'VARCHAR',
    size: 'BIGINT',
  },
  PostgreSQL: {
    at: 'timestamp',
    s: 'varchar(20)',
    n: 'smallint',
    x: 'real',
    p: 'numeric(6,2)',
    d: 'date',
    code: 'text',
    region: 'text',
    size: 'bigint',
  },
  ClickHouse: {
    at: "Nullable(DateTime64(6, 'UTC'))",
    s: 'LowCardinality(Nullable(String))',
    n: 'Nullable(Int8)',
    x: 'Nullable(Float32)',
    p: 'Nullable(Decimal(6, 2))',
    d: 'Nullable(Date32)',
    code: 'Nullable(String)',
    region: 'LowCardinality(Nullable(String))',
    size: 'Nullable(Int64)',
  },
  Trino: {
    at: 'timestamp(6)',
    s: 'varchar(20)',
    n: 'tinyint',
    x: 'real',
    p: 'decimal(6,2)',
    d: 'date',
    code: 'varchar',
    region: 'varchar',
    size: 'bigint',
  },
}

/** The tables `facts` and `things` with these rows, in place of earlier ones. */
export async function createFacts(
  engine: TestEngine['name'],
  driver: TestDriver,
  rows: { readonly facts: readonly Row[]; readonly things: readonly Row[] },
): Promise<void> {
  const create = (table: string, names: readonly string[], some: readonly Row[]) => {
    const types = Object.fromEntries(names.map((name) => [name, TYPES[engine][name]!]))
    const texts = some.map((row) =>
      Object.fromEntries(names.map((name) => [name, textOf(row[name] ?? null, name)])),
    )
    return replaceTable(driver, table, types, texts)
  }
  await create('facts', FACT_COLUMNS, rows.facts)
  await create('things', THING_COLUMNS, rows.things)
}

function textOf(value: Value, name: string): string | null {
  if (value === null) return null
  if (name === 'at') return toText(value, 'TIMESTAMP')
  return name === 'd' ? toText(value, 'DATE') : String(value)
}
