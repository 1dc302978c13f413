import type { SqlForms } from '../sql-forms.ts'
import type { SqlText } from '../sql-text.ts'

/** What a function of doubles is in each engine. */
export type DoubleForms = Readonly<Record<keyof SqlForms, (...args: SqlText[]) => SqlText>>

/** One form for all engines, but for those that need their own. */
export function sameForms(
  form: (...args: SqlText[]) => SqlText,
  own: Partial<DoubleForms> = {},
): DoubleForms {
  return { duckdb: form, postgresql: form, trino: form, clickhouse: form, ...own }
}
