import { resolve } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { TYPE_NAMES } from '../../dialects/duckdb/duckdb.ts'
import { doubleQuoted, literal } from '../../text/names.ts'

/**
 * What reads a CSV or TSV file, in SQL, with its columns as they are declared. DuckDB would round 1.5 where a whole number
 * is declared, and pass over the zone of a time where a TIMESTAMP is: a fraction fails, and times with a zone are read on
 * the wall of the connection's zone.
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

/** As RFC 4180 has it. DuckDB guesses, and where two cells begin and end with an apostrophe it takes what is between for one. */
const QUOTE = `quote = '"'`

function readAs(type: ValueType, isZoned: boolean): string | null {
  if (type === 'INT') return 'VARCHAR'
  return isZoned && type === 'TIMESTAMP' ? 'TIMESTAMPTZ' : TYPE_NAMES[type]
}

/** The columns whose times have a zone, as far as DuckDB looks into the file to tell. */
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

/** A column that was read as text; only what may be a fraction is looked at twice. */
function wholeNumber(name: string): string {
  const column = doubleQuoted(name)
  const fraction = `(contains(${column}, '.') OR contains(lower(${column}), 'e-')) AND CAST(${column} AS DOUBLE) % 1 <> 0`
  const message = literal(
    `the column ${name} should have whole numbers only: declare DOUBLE, or mend `,
  )
  return `CASE WHEN ${fraction} THEN error(${message} || ${column}) ELSE CAST(${column} AS BIGINT) END AS ${column}`
}

/** DDL takes no parameters: the path as a literal, in which the characters of a pattern stand for themselves. */
export function pathLiteral(path: string): string {
  return literal(resolve(path).replace(/[[*?]/g, '[$&]'))
}
