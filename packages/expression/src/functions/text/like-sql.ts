import { constantText } from '../../tree/typed-expr.ts'
import type { SqlForms } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import { LOWER_FORMS } from './letter-case-sql.ts'

/** `LIKE` in SQL. Two engines know an escape only when they are told of it; without one they are quicker. */
export const LIKE_FORMS: SqlForms = {
  duckdb: ([text, pattern]) => like(text!.text, pattern!, escapeOf(pattern!)),
  postgresql: ([text, pattern]) => like(text!.text, pattern!, NOTHING),
  trino: ([text, pattern]) => like(text!.text, pattern!, escapeOf(pattern!)),
  clickhouse: ([text, pattern]) => like(text!.text, pattern!, NOTHING),
}

/** The same of the text in small letters; the pattern is in small letters already. */
export const ILIKE_FORMS: SqlForms = {
  duckdb: (args, call) => like(LOWER_FORMS.duckdb(args, call), args[1]!, escapeOf(args[1]!)),
  postgresql: (args, call) => like(LOWER_FORMS.postgresql(args, call), args[1]!, NOTHING),
  trino: (args, call) => like(LOWER_FORMS.trino(args, call), args[1]!, escapeOf(args[1]!)),
  clickhouse: (args, call) => like(LOWER_FORMS.clickhouse(args, call), args[1]!, NOTHING),
}

const NOTHING = sqlText``
const ESCAPE = sqlText` ESCAPE '\\'`

function escapeOf(pattern: SqlArgument): SqlText {
  return constantText(pattern.typed)?.includes('\\') ? ESCAPE : NOTHING
}

function like(text: SqlText, pattern: SqlArgument, told: SqlText): SqlText {
  return sqlText`(${text} LIKE ${pattern.text}${told})`
}
