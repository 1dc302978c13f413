import type { ValueType } from '@tributary/expression'
import { ANY_NUMBER, REAL_DATE, TIME_OF_DAY, WHOLE_NUMBER } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/** The casts of PostgreSQL, which fail where the language has NULL: each is guarded against values that it cannot convert. */
export const postgresqlCasts: EngineCasts = {
  toText: {
    TIMESTAMP: (value) =>
      sqlText`regexp_replace(to_char(${value}, 'YYYY-MM-DD HH24:MI:SS.US'), '\\.000000$', '')`,
    DATE: (value) => sqlText`to_char(CAST(${value} AS timestamp), 'YYYY-MM-DD')`,
    DECIMAL: (value) => sqlText`CAST(trim_scale(${value}) AS text)`,
    DOUBLE: (value) => sqlText`CAST(trim_scale(${exactly(value)}) AS text)`,
    OTHER: (value) => sqlText`CAST(${value} AS text)`,
  },
  fromText: {
    INT: (text) =>
      sqlText`(CASE WHEN ${matches(text, WHOLE_NUMBER)} THEN ${asInt(numberIn(text))} END)`,
    DECIMAL: (text, to) =>
      sqlText`(CASE WHEN ${matches(text, ANY_NUMBER)} THEN ${asDecimal(numberIn(text), to)} END)`,
    DOUBLE: (text) =>
      sqlText`(CASE WHEN ${matches(text, ANY_NUMBER)} THEN ${asDouble(numberIn(text))} END)`,
    BOOLEAN: (text) =>
      sqlText`(CASE lower(btrim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`,
    TIMESTAMP: (text) =>
      sqlText`(CASE WHEN ${matches(text, TIME)} THEN CAST(${text} AS timestamp) END)`,
  },
  fromValue: {
    INT: (value, from) =>
      from === 'BOOLEAN' ? sqlText`CAST(CAST(${value} AS integer) AS bigint)` : asInt(value),
    DECIMAL: (value, from, to) => asDecimal(inDigits(value, from), to),
    DOUBLE: (value, from) =>
      sqlText`CAST(${from === 'BOOLEAN' ? sqlText`CAST(${value} AS integer)` : value} AS double precision)`,
    DATE: (value) => sqlText`CAST(${value} AS date)`,
    TIMESTAMP: (value) => sqlText`CAST(${value} AS timestamp)`,
  },
}

const TIME = `(${REAL_DATE})${TIME_OF_DAY}`

function numberIn(text: SqlText): SqlText {
  return sqlText`CAST(btrim(${text}) AS numeric)`
}

function asInt(number: SqlText): SqlText {
  const integer = sqlText`trunc(${number})`
  return sqlText`(CASE WHEN ${integer} >= -9223372036854775808 AND ${integer} < 9223372036854775808 THEN CAST(${integer} AS bigint) END)`
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
  const operand = from === 'BOOLEAN' ? sqlText`CAST(${value} AS integer)` : value
  return sqlText`CAST(${operand} AS numeric)`
}
