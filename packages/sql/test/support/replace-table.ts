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
  if (rows.length === 0) return
  const cells = rows.map((row) => names.map((name) => literal(row[name])))
  await run(`INSERT INTO ${table} VALUES ${cells.map((some) => `(${some})`)}`)
}

function literal(value: string | number | null): string {
  return value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`
}
