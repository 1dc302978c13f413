import type { ValueType } from '@tributary/expression'
import { ANY_NUMBER, REAL_DATE, TIME_OF_DAY, WHOLE_NUMBER } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/** The casts of PostgreSQL, which fail where the language has NULL: each is guarded against values that it cannot convert. */
export const postgresqlCasts: EngineCasts = {
  toText(value, from) {
    switch (from) {
      case 'TIMESTAMP':
        return sqlText`regexp_replace(to_char(${value}, 'YYYY-MM-DD HH24:MI:SS.US'), '\\.000000$', '')`
      case 'DATE':
        return sqlText`to_char(CAST(${value} AS timestamp), 'YYYY-MM-DD')`
      case 'DECIMAL':
        return sqlText`CAST(trim_scale(${value}) AS text)`
      case 'DOUBLE':
        return sqlText`CAST(trim_scale(${exactly(value)}) AS text)`
      default:
        return sqlText`CAST(${value} AS text)`
    }
  },
  fromText(text, to) {
    const number = sqlText`CAST(btrim(${text}) AS numeric)`
    const isNumber = matches(text, ANY_NUMBER)
    switch (to.type) {
      case 'INT':
        return sqlText`(CASE WHEN ${matches(text, WHOLE_NUMBER)} THEN ${asInt(number)} END)`
      case 'DECIMAL':
        return sqlText`(CASE WHEN ${isNumber} THEN ${asDecimal(number, to)} END)`
      case 'DOUBLE':
        return sqlText`(CASE WHEN ${isNumber} THEN ${asDouble(number)} END)`
      case 'BOOLEAN':
        return sqlText`(CASE lower(btrim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`
      case 'DATE':
        return sqlText`CAST(${timeIn(text)} AS date)`
      default:
        return timeIn(text)
    }
  },
  fromValue(value, from, to) {
    switch (to.type) {
      case 'INT':
        return from === 'BOOLEAN'
          ? sqlText`CAST(CAST(${value} AS integer) AS bigint)`
          : asInt(value)
      case 'DECIMAL':
        return asDecimal(inDigits(value, from), to)
      case 'BOOLEAN':
        return sqlText`(${value} <> 0)`
      case 'DOUBLE':
        return from === 'BOOLEAN'
          ? sqlText`CAST(CAST(${value} AS integer) AS double precision)`
          : sqlText`CAST(${value} AS double precision)`
      case 'DATE':
        return sqlText`CAST(${value} AS date)`
      default:
        return sqlText`CAST(${value} AS timestamp)`
    }
  },
}

const TIME = `(${REAL_DATE})${TIME_OF_DAY}`

function timeIn(text: SqlText): SqlText {
  return sqlText`(CASE WHEN ${matches(text, TIME)} THEN CAST(${text} AS timestamp) END)`
}

function asInt(number: SqlText): SqlText {
  const whole = sqlText`trunc(${number})`
  return sqlText`(CASE WHEN ${whole} >= -9223372036854775808 AND ${whole} < 9223372036854775808 THEN CAST(${whole} AS bigint) END)`
}

function asDecimal(number: SqlText, { precision, scale }: DecimalTarget): SqlText {
  const rounded = sqlText`round(${number}, ${raw(scale)})`
  return sqlText`(CASE WHEN abs(${rounded}) < 1e${raw(precision - scale)} THEN ${rounded} END)`
}

/** NULL for a number that is too large for a double, zero for one that is too small. */
function asDouble(number: SqlText): SqlText {
  return sqlText`(CASE WHEN abs(${number}) >= 1.7976931348623158e308 THEN NULL WHEN abs(${number}) < 1e-330 THEN 0 ELSE CAST(${number} AS double precision) END)`
}

/** A double as the decimal of its text, since PostgreSQL's cast keeps only fifteen digits. */
function exactly(value: SqlText): SqlText {
  return sqlText`CAST(CAST(${value} AS text) AS numeric)`
}

function inDigits(value: SqlText, from: ValueType): SqlText {
  if (from === 'DOUBLE') return exactly(value)
  const whole = from === 'BOOLEAN' ? sqlText`CAST(${value} AS integer)` : value
  return sqlText`CAST(${whole} AS numeric)`
}
