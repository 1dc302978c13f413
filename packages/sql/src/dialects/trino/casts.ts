import type { ValueType } from '@tributary/expression'
import { ANY_NUMBER, TIME_OF_DAY, WHOLE_NUMBER, YEAR } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { joinSql, raw, type SqlText, sqlLiteral, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/** The casts of Trino: `TRY_CAST`, guarded against texts that the language does not accept. */
export const trinoCasts: EngineCasts = {
  toText: {
    // Its formats round to milliseconds.
    TIMESTAMP: (value) =>
      sqlText`regexp_replace(${asText(sqlText`CAST(${value} AS timestamp(6))`)}, '\\.000000$', '')`,
    DECIMAL: (value) =>
      sqlText`regexp_replace(${asText(value)}, '(\\.[0-9]*[1-9])0+$|\\.0*$', '$1')`,
    DOUBLE: doubleText,
    OTHER: asText,
  },
  fromText: {
    INT: (text) => guardByPattern(text, WHOLE_NUMBER, sqlText`TRY_CAST(trim(${text}) AS bigint)`),
    DECIMAL: (text, to) =>
      guardByPattern(text, ANY_NUMBER, sqlText`TRY_CAST(trim(${text}) AS ${decimalType(to)})`),
    DOUBLE: (text) => {
      const number = sqlText`TRY_CAST(trim(${text}) AS double)`
      return guardByPattern(
        text,
        ANY_NUMBER,
        sqlText`CASE WHEN is_finite(${number}) THEN ${number} END`,
      )
    },
    BOOLEAN: (text) =>
      sqlText`(CASE lower(trim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`,
    TIMESTAMP: (text) =>
      guardByPattern(text, TIME, sqlText`TRY_CAST(replace(${text}, 'T', ' ') AS timestamp(6))`),
  },
  fromValue: {
    INT: (value, from) =>
      from === 'BOOLEAN'
        ? sqlText`CAST(${value} AS bigint)`
        : sqlText`TRY_CAST(truncate(${value}) AS bigint)`,
    DECIMAL: (value, from, to) => sqlText`TRY_CAST(${inDigits(value, from)} AS ${decimalType(to)})`,
    DOUBLE: (value) => sqlText`CAST(${value} AS double)`,
    DATE: (value) => sqlText`CAST(${value} AS date)`,
    TIMESTAMP: (value) => sqlText`CAST(${value} AS timestamp(6))`,
  },
}

/** Of the least whole number of 64 bits its cast to a narrow decimal gives that number, so it goes by a wide one. */
function inDigits(value: SqlText, from: ValueType): SqlText {
  if (from === 'DOUBLE') return asText(value)
  return from === 'INT' ? sqlText`CAST(${value} AS decimal(19, 0))` : value
}

/**
 * A double in plain digits. Trino writes every one with an exponent and at least two digits (`1.0E-7`); of the smallest it
 * writes two where one is enough. The lambda names what would be written out five times.
 */
function doubleText(value: SqlText): SqlText {
  const t = raw('double_text')
  const digits = sqlText`regexp_replace(replace(regexp_extract(${t}, '^-?([0-9.]+)E', 1), '.', ''), '(?<=.)0+$', '')`
  const exponent = sqlText`CAST(regexp_extract(${t}, 'E(-?[0-9]+)$', 1) AS integer)`
  const small = sqlText`rpad('0.', 1 - ${exponent}, '0') || ${digits}`
  const integerText = sqlText`rpad(${digits}, ${exponent} + 1, '0')`
  const broken = sqlText`substr(${digits}, 1, ${exponent} + 1) || '.' || substr(${digits}, ${exponent} + 2)`
  const plain = sqlText`CASE WHEN ${exponent} < 0 THEN ${small} WHEN length(${digits}) <= ${exponent} + 1 THEN ${integerText} ELSE ${broken} END`
  const sign = sqlText`CASE WHEN ${value} < 0 THEN '-' ELSE '' END`
  const size = asText(sqlText`abs(${value})`)
  const shortest = TINY.map(
    ([long, short]) => sqlText`WHEN ${sqlLiteral(long)} THEN ${sqlLiteral(short)}`,
  )
  const text = sqlText`CASE ${size} ${joinSql(shortest, ' ')} ELSE ${size} END`
  return sqlText`element_at(transform(ARRAY[${text}], ${t} -> ${sign} || ${plain}), 1)`
}

/** The doubles of which Trino writes other digits than the fewest that tell them from their neighbours. */
const TINY: readonly (readonly [string, string])[] = [
  ['4.9E-324', '5.0E-324'],
  ['4.9E-323', '5.0E-323'],
  ['5.9E-323', '6.0E-323'],
  ['6.9E-323', '7.0E-323'],
  ['7.9E-323', '8.0E-323'],
  ['8.9E-323', '9.0E-323'],
  ['1.58E-322', '1.6E-322'],
  ['6.32E-322', '6.3E-322'],
]

const TIME = `${YEAR}-[0-9]{2}-[0-9]{2}${TIME_OF_DAY}`

function asText(value: SqlText): SqlText {
  return sqlText`CAST(${value} AS varchar)`
}

function guardByPattern(text: SqlText, pattern: string, value: SqlText): SqlText {
  return sqlText`(CASE WHEN ${matches(text, pattern)} THEN ${value} END)`
}

function decimalType({ precision, scale }: DecimalTarget): SqlText {
  return raw(`decimal(${precision}, ${scale})`)
}
