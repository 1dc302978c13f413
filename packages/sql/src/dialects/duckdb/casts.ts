import { ANY_NUMBER, HOUR, SIXTY, WHOLE_NUMBER, YEAR } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/**
 * The casts of DuckDB. Its `TRY_CAST` reads more texts than the language and writes some values differently, so texts are
 * checked when they are read and rewritten when they are written.
 */
export const duckdbCasts: EngineCasts = {
  toText(value, from) {
    const plain = sqlText`CAST(${value} AS VARCHAR)`
    switch (from) {
      case 'TIMESTAMP':
        return sqlText`regexp_replace(strftime(${value}, '%Y-%m-%d %H:%M:%S.%f'), '\\.000000$', '')`
      case 'DECIMAL':
        return sqlText`regexp_replace(${plain}, '(\\.[0-9]*[1-9])0+$|\\.0*$', '\\1')`
      case 'DOUBLE':
        return doubleText(value, plain)
      default:
        return plain
    }
  },
  fromText(text, to) {
    switch (to.type) {
      case 'INT':
        return sqlText`(CASE WHEN ${matches(text, WHOLE_NUMBER)} THEN TRY_CAST(trim(${text}) AS BIGINT) END)`
      case 'DECIMAL':
        return sqlText`(CASE WHEN ${matches(text, ANY_NUMBER)} THEN ${asDecimal(sqlText`trim(${text})`, to)} END)`
      case 'DOUBLE': {
        const number = sqlText`TRY_CAST(trim(${text}) AS DOUBLE)`
        return sqlText`(CASE WHEN ${matches(text, ANY_NUMBER)} AND isfinite(${number}) THEN ${number} END)`
      }
      case 'BOOLEAN':
        return sqlText`(CASE lower(trim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`
      case 'DATE':
        return sqlText`CAST(${timeIn(text)} AS DATE)`
      default:
        return timeIn(text)
    }
  },
  fromValue(value, from, to) {
    switch (to.type) {
      case 'INT':
        return from === 'BOOLEAN'
          ? sqlText`CAST(${value} AS BIGINT)`
          : tried(sqlText`trunc(${value})`, sqlText`BIGINT`)
      case 'DECIMAL':
        return from === 'DOUBLE'
          ? asDecimal(sqlText`CAST(${value} AS VARCHAR)`, to)
          : tried(from === 'BOOLEAN' ? sqlText`CAST(${value} AS INTEGER)` : value, decimalType(to))
      case 'BOOLEAN':
        return sqlText`(${value} <> 0)`
      case 'DOUBLE':
        // By way of a text, since DuckDB's cast of a wide decimal misses the nearest double.
        return from === 'DECIMAL'
          ? sqlText`CAST(CAST(${value} AS VARCHAR) AS DOUBLE)`
          : sqlText`CAST(${value} AS DOUBLE)`
      case 'DATE':
        return sqlText`CAST(${value} AS DATE)`
      default:
        return sqlText`CAST(${value} AS TIMESTAMP)`
    }
  },
}

const TIME = `${YEAR}-[0-9]{2}-[0-9]{2}([ T]${HOUR}:${SIXTY}:${SIXTY}(\\.[0-9]{1,6})?)?`

function timeIn(text: SqlText): SqlText {
  return sqlText`(CASE WHEN ${matches(text, TIME)} THEN TRY_CAST(${text} AS TIMESTAMP) END)`
}

/** Guarded, since DuckDB's optimiser turns `TRY_CAST(x AS t) <> 0` into `x <> 0`, which is TRUE where the cast is NULL. */
function tried(value: SqlText, type: SqlText): SqlText {
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
