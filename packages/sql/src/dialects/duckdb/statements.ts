import { type Constant, toText } from '@tributary/expression'
import type { TableColumn } from '../../results/sql-result.ts'
import { literal, tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import type { SqlText } from '../../text/sql-text.ts'
import { duckdbDialect } from './duckdb.ts'

/** A row for each column of a query, the first two its name and DuckDB's name of its type. DuckDB alone understands it. */
export function describeQuery(select: string): SqlStatement {
  return plain(`DESCRIBE ${select}`)
}

/**
 * One DOUBLE: about how many bytes it takes to read columns of a table, its rows before they are coded as small as they can
 * be, and the different texts there are. One scan. DuckDB alone understands it.
 */
export function estimateBytesQuery(
  table: readonly string[],
  columns: readonly TableColumn[],
): SqlStatement {
  const texts = columns.filter(isText).map(({ name }) => {
    const text = duckdbDialect.identifier(name)
    return `approx_count_distinct(${text}) * (24 + 2 * coalesce(avg(length(${text})), 0))`
  })
  const rowBytes = columns.reduce((sum, column) => sum + (isText(column) ? TEXT_CODE : NUMBER), 0)
  const size = [`count(*) * ${rowBytes}`, ...texts].join(' + ')
  return plain(`SELECT CAST(${size} AS DOUBLE) FROM ${tableName(table, duckdbDialect)}`)
}

/** Bytes of a value while a column is read. */
const TEXT_CODE = 4
const NUMBER = 8

function isText({ valueType }: TableColumn): boolean {
  return valueType === 'STRING'
}

/** A query of DuckDB's with its values written into it: what is run is what people can read, and run again. */
export function duckdbText({ chunks }: SqlText): string {
  return chunks
    .map((chunk) => (typeof chunk === 'string' ? chunk : writtenValue(chunk.bind)))
    .join('')
}

/** A quoted text with the cast that a placeholder would have: also the least number stays one. */
function writtenValue(constant: Constant): string {
  if (constant.type === 'NULL') return 'NULL'
  const { type, value } = constant
  const cast = duckdbDialect.parameter(1, constant).slice('$1'.length)
  const text = type === 'DATE' || type === 'TIMESTAMP' ? toText(value, type)! : String(value)
  return `${literal(text)}${cast}`
}
