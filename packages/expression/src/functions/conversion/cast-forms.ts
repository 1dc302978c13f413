import { constantText, type TypedCall } from '../../tree/typed-expr.ts'
import type { ValueType } from '../../values/value-type.ts'
import type { SqlForms } from '../sql-forms.ts'
import type { SqlArgument, SqlText } from '../sql-text.ts'
import { type CastTarget, targetOf } from './cast-target.ts'
import { clickhouseCast } from './clickhouse-cast.ts'
import { duckdbCast } from './duckdb-cast.ts'
import { postgresqlCast } from './postgresql-cast.ts'
import { trinoCast } from './trino-cast.ts'

/** How an engine reads texts as values, writes values as texts, and turns the others into one another. */
export interface EngineCast {
  toText(value: SqlText, from: ValueType): SqlText
  fromText(text: SqlText, to: CastTarget): SqlText
  fromValue(value: SqlText, from: ValueType, to: CastTarget): SqlText
}

/** The cast of every engine. */
export function castForms(): SqlForms {
  return {
    duckdb: (args, call) => castBy(duckdbCast, args, call),
    postgresql: (args, call) => castBy(postgresqlCast, args, call),
    trino: (args, call) => castBy(trinoCast, args, call),
    clickhouse: (args, call) => castBy(clickhouseCast, args, call),
  }
}

function castBy(engine: EngineCast, [value]: readonly SqlArgument[], { args }: TypedCall): SqlText {
  const { typed, text } = value!
  const to = targetOf(constantText(args[1])!)
  if (typed.type === to.type && to.type !== 'DECIMAL') return text
  if (to.type === 'STRING') return engine.toText(text, typed.type)
  return typed.type === 'STRING'
    ? engine.fromText(text, to)
    : engine.fromValue(text, typed.type, to)
}
