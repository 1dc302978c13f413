import { postgresqlDialect } from '../../dialects/postgresql/postgresql.ts'
import { keyText } from '../../results/key-text.ts'
import type { SqlResult, TypedColumn } from '../../results/sql-result.ts'
import { tableName } from '../../text/names.ts'
import type { RunInTransaction } from '../sql-driver.ts'

/** Where rows go. */
export interface InsertTarget {
  /** The table's name in parts. */
  readonly table: readonly string[]
  /** A column for each of the result's, in its order, with PostgreSQL's name of its type. */
  readonly columns: readonly TypedColumn[]
}

/** Rows of one statement. */
const BATCH = 10_000

/**
 * Puts the rows of a result, of any engine, into a table of a PostgreSQL. Values go as texts that say them exactly: no
 * digit of a number is lost. A text with a zero byte is refused by PostgreSQL.
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

/** An array as PostgreSQL reads it, every element in quotes. */
function arrayText(values: readonly (string | null)[]): string {
  const elements = values.map((value) =>
    value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${elements.join(',')}}`
}
