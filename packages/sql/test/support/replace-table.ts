import type { SqlDialect } from '../../src/dialects/dialect.ts'
import { literalIn } from '../../src/text/names.ts'
import type { TestDriver } from './test-databases.ts'

/** Creates a table with these rows, in place of an earlier one. `types` has the type of each column; values go in as texts. */
export async function replaceTable<Name extends string>(
  driver: TestDriver,
  table: string,
  types: Readonly<Record<Name, string>>,
  rows: readonly Readonly<Record<Name, string | number | null>>[],
): Promise<void> {
  const run = (text: string) => driver.run({ text, parameters: [] })
  const names = Object.keys(types) as Name[]
  await run(`DROP TABLE IF EXISTS ${table}`)
  await run(`CREATE TABLE ${table} (${names.map((name) => `"${name}" ${types[name]}`)})`)
  await insertTexts(
    driver,
    table,
    Object.values(types),
    rows.map((row) => names.map((name) => textOf(row[name]))),
  )
}

/** Inserts rows whose values are given as texts, each cast to the type of its column. */
export async function insertTexts(
  driver: TestDriver,
  table: string,
  types: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  if (rows.length === 0) return
  const { dialect } = driver
  const cells = rows.map((row) => `(${row.map((one) => cell(one, dialect))})`)
  const names = types.map((_, i) => `c${i}`)
  const casts = types.map((type, i) => `CAST(c${i} AS ${type})`)
  // Trino takes no text for a number.
  const query =
    dialect.name === 'trino'
      ? `SELECT ${casts} FROM (VALUES ${cells}) AS given(${names})`
      : `VALUES ${cells}`
  await driver.run({ text: `INSERT INTO ${table} ${query}`, parameters: [] })
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value)
}

function cell(value: string | null, dialect: SqlDialect): string {
  return value === null ? 'NULL' : literalIn(dialect, value)
}
