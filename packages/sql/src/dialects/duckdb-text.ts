import { type Constant, type SqlText, toText } from '@tributary/expression'
import { duckdbDialect, literal } from './duckdb.ts'

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
