import type { SqlForms } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import type { DoubleForms } from './same-forms.ts'

/** The number, or null for what is no number: NaN and the infinities. */
export function onlyFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

const CASTS: Readonly<Record<keyof SqlForms, (text: SqlText) => SqlText>> = {
  duckdb: (text) => sqlText`CAST(${text} AS DOUBLE)`,
  postgresql: (text) => sqlText`CAST(${text} AS double precision)`,
  trino: (text) => sqlText`CAST(${text} AS double)`,
  clickhouse: (text) => sqlText`toFloat64(${text})`,
}

/** The forms of a function of doubles: each is given its arguments as doubles. */
export function doubleForms(forms: DoubleForms): SqlForms {
  const form = (dialect: keyof SqlForms) => (args: readonly SqlArgument[]) =>
    forms[dialect](...args.map((one) => asDouble(one, dialect)))
  return {
    duckdb: form('duckdb'),
    postgresql: form('postgresql'),
    trino: form('trino'),
    clickhouse: form('clickhouse'),
  }
}

function asDouble({ typed, text }: SqlArgument, dialect: keyof SqlForms): SqlText {
  return typed.type === 'DOUBLE' ? text : CASTS[dialect](text)
}
