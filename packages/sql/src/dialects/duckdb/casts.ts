import { ANY_NUMBER, HOUR, SIXTY, WHOLE_NUMBER, YEAR } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/**
 * The casts of DuckDB. Its `TRY_CAST` reads more texts than the language and writes some values differently, so texts are
 * checked when they are read and rewritten when they are written.
 */
export const duckdbCasts: EngineCasts = {
  toText: {
    TIMESTAMP: (value) =>
      sqlText`regexp_replace(strftime(${value}, '%Y-%m-%d %H:%M:%S.%f'), '\\.000000$', '')`,
    DECIMAL: (value) =>
      sqlText`regexp_replace(${asText(value)}, '(\\.[0-9]*[1-9])0+$|\\.0*$', '\\1')`,
    DOUBLE: (value) => doubleText(value, asText(value)),
    OTHER: asText,
  },
  fromText: {
    INT: (text) =>
      sqlText`(CASE WHEN ${matches(text, WHOLE_NUMBER)} THEN TRY_CAST(trim(${text}) AS BIGINT) END)`,
    DECIMAL: (text, to) =>
      sqlText`(CASE WHEN ${matches(text, ANY_NUMBER)} THEN ${asDecimal(sqlText`trim(${text})`, to)} END)`,
    DOUBLE: (text) => {
      const number = sqlText`TRY_CAST(trim(${text}) AS DOUBLE)`
      return sqlText`(CASE WHEN ${matches(text, ANY_NUMBER)} AND isfinite(${number}) THEN ${number} END)`
    },
    BOOLEAN: (text) =>
      sqlText`(CASE lower(trim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`,
    TIMESTAMP: (text) =>
      sqlText`(CASE WHEN ${matches(text, TIME)} THEN TRY_CAST(${text} AS TIMESTAMP) END)`,
  },
  fromValue: {
    INT: (value, from) =>
      from === 'BOOLEAN'
        ? sqlText`CAST(${value} AS BIGINT)`
        : compileTryCast(sqlText`trunc(${value})`, sqlText`BIGINT`),
    DECIMAL: (value, from, to) =>
      from === 'DOUBLE'
        ? asDecimal(asText(value), to)
        : compileTryCast(
            from === 'BOOLEAN' ? sqlText`CAST(${value} AS INTEGER)` : value,
            decimalType(to),
          ),
    // By way of a text, since DuckDB's cast of a wide decimal misses the nearest double.
    DOUBLE: (value, from) => sqlText`CAST(${from === 'DECIMAL' ? asText(value) : value} AS DOUBLE)`,
    DATE: (value) => sqlText`CAST(${value} AS DATE)`,
    TIMESTAMP: (value) => sqlText`CAST(${value} AS TIMESTAMP)`,
  },
}

const TIME = `${YEAR}-[0-9]{2}-[0-9]{2}([ T]${HOUR}:${SIXTY}:${SIXTY}(\\.[0-9]{1,6})?)?`

function asText(value: SqlText): SqlText {
  return sqlText`CAST(${value} AS VARCHAR)`
}

/** Guarded, since DuckDB's optimiser turns `TRY_CAST(x AS t) <> 0` into `x <> 0`, which is TRUE where the cast is NULL. */
function compileTryCast(value: SqlText, type: SqlText): SqlText {
  return sqlText`(CASE WHEN ${value} IS NOT NULL THEN TRY_CAST(${value} AS ${type}) END)`
}

function decimalType({ precision, scale }: DecimalTarget): SqlText {
  return raw(`DECIMAL(${precision}, ${scale})`)
}

/** A number in digits as a decimal. A number far below the last digit is zero; DuckDB would round it up when it begins with 5. */
function asDecimal(digits: SqlText, to: DecimalTarget): SqlText {
  const least = raw(`1e-${to.scale + 1}`)
  return sqlText`(CASE WHEN abs(TRY_CAST(${digits} AS DOUBLE)) < ${least} THEN 0 ELSE TRY_CAST(${digits} AS ${decimalType(to)}) END)`
}

/** A double in plain digits where DuckDB writes an exponent; `-0.0` becomes `0`. */
function doubleText(value: SqlText, plain: SqlText): SqlText {
  const digits = sqlText`replace(regexp_extract(${plain}, '^-?([0-9.]+)e', 1), '.', '')`
  const exponent = sqlText`CAST(regexp_extract(${plain}, 'e([+-][0-9]+)$', 1) AS INTEGER)`
  const large = sqlText`rpad(${digits}, ${exponent} + 1, '0')`
  const small = sqlText`'0.' || repeat('0', -${exponent} - 1) || ${digits}`
  const sign = sqlText`CASE WHEN ${value} < 0 THEN '-' ELSE '' END`
  return sqlText`(CASE WHEN ${value} = 0 THEN '0' WHEN NOT contains(${plain}, 'e') THEN regexp_replace(${plain}, '\\.0$', '') ELSE ${sign} || CASE WHEN ${exponent} >= 0 THEN ${large} ELSE ${small} END END)`
}
