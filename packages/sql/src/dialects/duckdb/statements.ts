import { type Constant, toText } from '@tributary/expression'
import type { TableColumn } from '../../results/sql-result.ts'
import { literal, tableName } from '../../text/names.ts'
import { plain, type SqlStatement } from '../../text/sql-statement.ts'
import type { SqlText } from '../../text/sql-text.ts'
import { duckdbDialect } from './duckdb.ts'

/** Gives a row for each column of a query, with its name and the name of its type as the first two values. */
export function describeQuery(select: string): SqlStatement {
  return plain(`DESCRIBE ${select}`)
}

/**
 * Gives one DOUBLE: roughly how many bytes it takes to read columns of a table, counting the rows before they are
 * compressed and the distinct texts. It scans the table once.
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

/** The bytes of a value while a column is read. */
const TEXT_CODE = 4
const NUMBER = 8

function isText({ valueType }: TableColumn): boolean {
  return valueType === 'STRING'
}

/** The text of a query with its values written into it, so that people can read it and run it again. */
export function duckdbText({ chunks }: SqlText): string {
  let text = ''
  for (const chunk of chunks) {
    if (typeof chunk === 'string') text += chunk
    else if ('bind' in chunk) text += writtenValue(chunk.bind)
  }
  return text
}

/** A value as a quoted text with the cast of its placeholder, which also keeps the smallest INT in range. */
function writtenValue(constant: Constant): string {
  if (constant.type === 'NULL') return 'NULL'
  const { type, value } = constant
  const cast = duckdbDialect.parameter(1, constant).slice('$1'.length)
  const text = type === 'DATE' || type === 'TIMESTAMP' ? toText(value, type)! : String(value)
  return `${literal(text)}${cast}`
}
