import { ANY_NUMBER, TIME_OF_DAY, WHOLE_NUMBER, YEAR } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/** The casts of Trino: `TRY_CAST`, guarded against texts that the language does not accept. */
export const trinoCasts: EngineCasts = {
  toText: {
    TIMESTAMP: (value) =>
      sqlText`regexp_replace(date_format(${value}, '%Y-%m-%d %H:%i:%s.%f'), '\\.000000$', '')`,
    DECIMAL: (value) =>
      sqlText`regexp_replace(${asText(value)}, '(\\.[0-9]*[1-9])0+$|\\.0*$', '$1')`,
    DOUBLE: (value) => sqlText`regexp_replace(${asText(value)}, '\\.0$', '')`,
    OTHER: asText,
  },
  fromText: {
    INT: (text) => guarded(text, WHOLE_NUMBER, sqlText`TRY_CAST(trim(${text}) AS bigint)`),
    DECIMAL: (text, to) =>
      guarded(text, ANY_NUMBER, sqlText`TRY_CAST(trim(${text}) AS ${decimalType(to)})`),
    DOUBLE: (text) => {
      const number = sqlText`TRY_CAST(trim(${text}) AS double)`
      return guarded(text, ANY_NUMBER, sqlText`CASE WHEN is_finite(${number}) THEN ${number} END`)
    },
    BOOLEAN: (text) =>
      sqlText`(CASE lower(trim(${text})) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`,
    TIMESTAMP: (text) =>
      guarded(text, TIME, sqlText`TRY_CAST(replace(${text}, 'T', ' ') AS timestamp(6))`),
  },
  fromValue: {
    INT: (value, from) =>
      from === 'BOOLEAN'
        ? sqlText`CAST(${value} AS bigint)`
        : sqlText`TRY_CAST(truncate(${value}) AS bigint)`,
    DECIMAL: (value, from, to) =>
      sqlText`TRY_CAST(${from === 'DOUBLE' ? asText(value) : value} AS ${decimalType(to)})`,
    DOUBLE: (value) => sqlText`CAST(${value} AS double)`,
    DATE: (value) => sqlText`CAST(${value} AS date)`,
    TIMESTAMP: (value) => sqlText`CAST(${value} AS timestamp(6))`,
  },
}

const TIME = `${YEAR}-[0-9]{2}-[0-9]{2}${TIME_OF_DAY}`

function asText(value: SqlText): SqlText {
  return sqlText`CAST(${value} AS varchar)`
}

function guarded(text: SqlText, pattern: string, value: SqlText): SqlText {
  return sqlText`(CASE WHEN ${matches(text, pattern)} THEN ${value} END)`
}

function decimalType({ precision, scale }: DecimalTarget): SqlText {
  return raw(`decimal(${precision}, ${scale})`)
}
