import type { TypedCall } from '../tree/typed-expr.ts'
import { type SqlArgument, type SqlText, sqlText } from './sql-text.ts'

/** A call in the SQL of one engine. */
export type SqlForm = (args: readonly SqlArgument[], call: TypedCall) => SqlText

/** A call in the SQL of every engine. */
export type SqlForms = Readonly<Record<'duckdb' | 'postgresql' | 'trino' | 'clickhouse', SqlForm>>

/** One form for all engines, but for those that need their own. */
export function everywhere(form: SqlForm, own: Partial<SqlForms> = {}): SqlForms {
  return { duckdb: form, postgresql: form, trino: form, clickhouse: form, ...own }
}

/** The opposite of a condition in the SQL of every engine. */
export function negatedForms(forms: SqlForms): SqlForms {
  const negated =
    (form: SqlForm): SqlForm =>
    (args, call) =>
      sqlText`(NOT ${form(args, call)})`
  return {
    duckdb: negated(forms.duckdb),
    postgresql: negated(forms.postgresql),
    trino: negated(forms.trino),
    clickhouse: negated(forms.clickhouse),
  }
}

/** The forms that a rule gives for every engine by its name. */
export function eachDialect(form: (dialect: keyof SqlForms) => SqlForm): SqlForms {
  return {
    duckdb: form('duckdb'),
    postgresql: form('postgresql'),
    trino: form('trino'),
    clickhouse: form('clickhouse'),
  }
}
