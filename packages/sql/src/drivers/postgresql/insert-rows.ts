import { postgresqlDialect } from '../../dialects/postgresql/postgresql.ts'
import { keyText } from '../../results/key-text.ts'
import type { SqlResult } from '../../results/sql-result.ts'
import { tableName } from '../../text/names.ts'
import type { InsertTarget, RunInTransaction } from '../sql-driver.ts'

/** The most rows of one statement. */
const BATCH = 10_000

/**
 * Inserts the rows of a result of any engine into a table of PostgreSQL. Values are sent as texts, so that numbers keep
 * every digit. PostgreSQL refuses a text with a zero byte.
 */
export async function insertRows(
  run: RunInTransaction,
  { table, columns }: InsertTarget,
  { rowCount, columns: values }: SqlResult,
): Promise<void> {
  const { identifier } = postgresqlDialect
  const names = columns.map(({ name }) => identifier(name)).join(', ')
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')
  const into = tableName(table, postgresqlDialect)
  const text = `INSERT INTO ${into} (${names}) SELECT * FROM unnest(${arrays})`
  const texts = values.map(keyText)
  for (let start = 0; start < rowCount; start += BATCH) {
    const parameters = texts.map((all) => {
      return { type: 'STRING', value: arrayText(all.slice(start, start + BATCH)) } as const
    })
    await run({ text, parameters })
  }
}

/** An array literal of PostgreSQL, every element in quotes. */
function arrayText(values: readonly (string | null)[]): string {
  const elements = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${elements.join(',')}}`
}
