import type { SqlForms } from '../sql-forms.ts'
import { bind, type SqlText, sqlText } from '../sql-text.ts'
import { type LetterTable, lowerLetters, upperLetters } from './letter-case.ts'

/** Small letters in SQL; Trino and ClickHouse follow their own Unicode version in a few rare letters. */
export const LOWER_FORMS: SqlForms = {
  duckdb: ([text]) => sqlText`lower(${text!.text})`,
  postgresql: ([text]) => translated(text!.text, sqlText`lower`, lowerLetters()),
  trino: ([text]) => sqlText`lower(${text!.text})`,
  clickhouse: ([text]) => sqlText`lowerUTF8(${text!.text})`,
}

/** Capital letters in SQL. */
export const UPPER_FORMS: SqlForms = {
  duckdb: ([text]) => sqlText`upper(${text!.text})`,
  postgresql: ([text]) => translated(text!.text, sqlText`upper`, upperLetters()),
  trino: ([text]) => sqlText`upper(${text!.text})`,
  clickhouse: ([text]) => sqlText`upperUTF8(${text!.text})`,
}

/** The stretches of Unicode beyond ASCII in which letters have two cases; Chinese, Japanese and Korean are not among them. */
const CASED = '[\u00b5-\u2dff\ua640-\uabbf\uff21-\uff5a\u{10400}-\u{1e943}]'

/**
 * PostgreSQL's `lower` and `upper` depend on the locale of the database, so the ASCII half is left to
 * them and the rest is translated, where there is a rest: `translate` looks through its whole list.
 */
function translated(text: SqlText, change: SqlText, { from, to }: LetterTable): SqlText {
  const [cased, old, changed] = [CASED, from, to].map((value) => bind({ type: 'STRING', value }))
  const ascii = sqlText`${change}(${text} COLLATE "C")`
  return sqlText`(CASE WHEN ${text} ~ ${cased!} THEN translate(${ascii}, ${old!}, ${changed!}) ELSE ${ascii} END)`
}
