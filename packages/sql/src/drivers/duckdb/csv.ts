import { resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { TYPE_NAMES } from '../../dialects/duckdb/duckdb.ts'
import { doubleQuoted, literal } from '../../text/names.ts'

/**
 * The SQL that reads a CSV or TSV file with the declared types of its columns. DuckDB alone would round 1.5 for a declared
 * INT and ignore the zone of a time for a declared TIMESTAMP; here a fraction fails, and a time with a zone is read in
 * the time zone of the connection.
 */
export async function readCsv(
  connection: DuckDBConnection,
  path: string,
  columnTypes: Readonly<Record<string, ValueType>>,
): Promise<string> {
  const declared = Object.entries(columnTypes)
  const hasTimes = declared.some(([, type]) => type === 'TIMESTAMP')
  const zoned = hasTimes ? await zonedColumns(connection, path) : new Set<string>()
  const types = declared.flatMap(([name, type]) => {
    const read = readAs(type, zoned.has(name))
    return read === null ? [] : [`${literal(name)}: '${read}'`]
  })
  const options = types.length === 0 ? '' : `, types = {${types.join(', ')}}`
  const source = `read_csv(${pathLiteral(path)}, ${QUOTE}${options})`
  const whole = declared.filter(([, type]) => type === 'INT').map(([name]) => wholeNumber(name))
  return whole.length === 0 ? source : `(SELECT * REPLACE (${whole.join(', ')}) FROM ${source})`
}

/** The quote of RFC 4180. DuckDB would guess, and may take the text between two apostrophes for one cell. */
const QUOTE = `quote = '"'`

function readAs(type: ValueType, isZoned: boolean): string | null {
  if (type === 'INT') return 'VARCHAR'
  return isZoned && type === 'TIMESTAMP' ? 'TIMESTAMPTZ' : TYPE_NAMES[type]
}

/** The columns whose times have a zone, as far as DuckDB samples the file. */
async function zonedColumns(
  connection: DuckDBConnection,
  path: string,
): Promise<ReadonlySet<string>> {
  const described = await connection.runAndReadAll(
    `DESCRIBE SELECT * FROM read_csv(${pathLiteral(path)}, ${QUOTE})`,
  )
  const zoned = described.getRows().filter(([, type]) => type === 'TIMESTAMP WITH TIME ZONE')
  return new Set(zoned.map(([name]) => String(name)))
}

/** An INT column that was read as text; only a value that may be a fraction is examined further. */
function wholeNumber(name: string): string {
  const column = doubleQuoted(name)
  const fraction = `(contains(${column}, '.') OR contains(lower(${column}), 'e-')) AND CAST(${column} AS DOUBLE) % 1 <> 0`
  const message = literal(
    `the column ${name} should have whole numbers only: declare DOUBLE, or mend `,
  )
  return `CASE WHEN ${fraction} THEN error(${message} || ${column}) ELSE CAST(${column} AS BIGINT) END AS ${column}`
}

/** The path as a literal, since DDL takes no parameters; the characters of patterns are escaped. */
export function pathLiteral(path: string): string {
  return literal(resolve(path).replace(/[[*?]/g, '[$&]'))
}
