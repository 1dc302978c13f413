import { toText, type Value } from '@tributary/expression'
import type { Row } from './naive-source.ts'
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
}

/** The tables `facts` and `things` with these rows, in place of earlier ones. */
export async function createFacts(
  engine: TestEngine['name'],
  driver: TestDriver,
  rows: { readonly facts: readonly Row[]; readonly things: readonly Row[] },
): Promise<void> {
  const create = async (table: string, names: readonly string[], some: readonly Row[]) => {
    const run = (text: string) => driver.run({ text, parameters: [] })
    const types = TYPES[engine]
    await run(`DROP TABLE IF EXISTS ${table}`)
    await run(`CREATE TABLE ${table} (${names.map((one) => `"${one}" ${types[one]}`)})`)
    if (some.length === 0) return
    const cells = (row: Row) => names.map((one) => literal(row[one] ?? null, one))
    await run(`INSERT INTO ${table} VALUES ${some.map((row) => `(${cells(row)})`)}`)
  }
  await create('facts', FACT_COLUMNS, rows.facts)
  await create('things', THING_COLUMNS, rows.things)
}

function literal(value: Value, name: string): string {
  if (value === null) return 'NULL'
  if (name === 'at') return `'${toText(value, 'TIMESTAMP')}'`
  if (name === 'd') return `'${toText(value, 'DATE')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}
