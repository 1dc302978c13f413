import type { SqlForms } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'

/** The smallest INT, whose opposite is none. */
export const LEAST_INT: bigint = -(2n ** 63n)

/** SQL as an INT of 64 bits: a file may keep its integers in a byte, and engines answer with other types. */
export const AS_INT: Readonly<Record<keyof SqlForms, (text: SqlText) => SqlText>> = {
  duckdb: (text) => sqlText`CAST(${text} AS BIGINT)`,
  postgresql: (text) => sqlText`CAST(${text} AS bigint)`,
  trino: (text) => sqlText`CAST(${text} AS bigint)`,
  clickhouse: (text) => sqlText`toInt64(${text})`,
}

/** Whether an argument is a whole number by its type. */
export function isIntArgument({ typed }: SqlArgument): boolean {
  return typed.type === 'INT'
}
