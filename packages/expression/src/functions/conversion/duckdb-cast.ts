import type { ValueType } from '../../value-type.ts'
import { HOUR, YEAR } from '../duckdb-patterns.ts'
import { bind, type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import type { CastType } from './cast.ts'

/**
 * DuckDB's form of a cast. Its own `TRY_CAST` reads more texts and prints others, so texts are
 * guarded both ways; only doubles from 1e16 on and under 1e-4 keep its exponent as texts.
 */
export function duckdbCast({ typed, text }: SqlArgument, to: CastType): SqlText {
  if (typed.type === to) return text
  if (to === 'STRING') return toText(text, typed.type)
  return typed.type === 'STRING' ? fromText(text, to) : fromValue(text, typed.type, to)
}

function toText(value: SqlText, from: ValueType): SqlText {
  const plain = sqlText`CAST(${value} AS VARCHAR)`
  if (from === 'TIMESTAMP') {
    return sqlText`regexp_replace(strftime(${value}, '%Y-%m-%d %H:%M:%S.%f'), '\\.000000$', '')`
  }
  return from === 'DOUBLE' ? sqlText`regexp_replace(${plain}, '\\.0$', '')` : plain
}

function fromText(text: SqlText, to: CastType): SqlText {
  switch (to) {
    case 'INT':
      return sqlText`(CASE WHEN regexp_full_match(${text}, ' *[+-]?[0-9]+ *') THEN TRY_CAST(trim(${text}) AS BIGINT) END)`
    case 'DOUBLE': {
      const number = sqlText`TRY_CAST(trim(${text}) AS DOUBLE)`
      return sqlText`(CASE WHEN regexp_full_match(${text}, ' *[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)? *') AND isfinite(${number}) THEN ${number} END)`
    }
    case 'BOOLEAN':
      return sqlText`(CASE lower(trim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`
    case 'DATE':
      return sqlText`CAST(${timeIn(text)} AS DATE)`
    default:
      return timeIn(text)
  }
}

const TIME = `${YEAR}-[0-9]{2}-[0-9]{2}([ T]${HOUR}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?)?`

function timeIn(text: SqlText): SqlText {
  const pattern = bind({ type: 'STRING', value: TIME })
  return sqlText`(CASE WHEN regexp_full_match(${text}, ${pattern}) THEN TRY_CAST(${text} AS TIMESTAMP) END)`
}

function fromValue(value: SqlText, from: ValueType, to: CastType): SqlText {
  switch (to) {
    case 'INT':
      return from === 'BOOLEAN'
        ? sqlText`CAST(${value} AS BIGINT)`
        : sqlText`TRY_CAST(trunc(${value}) AS BIGINT)`
    case 'BOOLEAN':
      return sqlText`(${value} <> 0)`
    case 'DOUBLE':
      return sqlText`CAST(${value} AS DOUBLE)`
    case 'DATE':
      return sqlText`CAST(${value} AS DATE)`
    default:
      return sqlText`CAST(${value} AS TIMESTAMP)`
  }
}
