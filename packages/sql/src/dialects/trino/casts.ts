import { ANY_NUMBER, TIME_OF_DAY, WHOLE_NUMBER, YEAR } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/** The casts of Trino: `TRY_CAST`, guarded against texts that the language does not accept. */
export const trinoCasts: EngineCasts = {
  toText(value, from) {
    switch (from) {
      case 'TIMESTAMP':
        return sqlText`regexp_replace(date_format(${value}, '%Y-%m-%d %H:%i:%s.%f'), '\\.000000$', '')`
      case 'DECIMAL':
        return sqlText`regexp_replace(CAST(${value} AS varchar), '(\\.[0-9]*[1-9])0+$|\\.0*$', '$1')`
      case 'DOUBLE':
        return sqlText`regexp_replace(CAST(${value} AS varchar), '\\.0$', '')`
      default:
        return sqlText`CAST(${value} AS varchar)`
    }
  },
  fromText(text, to) {
    const trimmed = sqlText`trim(${text})`
    switch (to.type) {
      case 'INT':
        return guarded(text, WHOLE_NUMBER, sqlText`TRY_CAST(${trimmed} AS bigint)`)
      case 'DECIMAL':
        return guarded(text, ANY_NUMBER, sqlText`TRY_CAST(${trimmed} AS ${decimalType(to)})`)
      case 'DOUBLE': {
        const number = sqlText`TRY_CAST(${trimmed} AS double)`
        return guarded(text, ANY_NUMBER, sqlText`CASE WHEN is_finite(${number}) THEN ${number} END`)
      }
      case 'BOOLEAN':
        return sqlText`(CASE lower(${trimmed}) WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END)`
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
          ? sqlText`CAST(${value} AS bigint)`
          : sqlText`TRY_CAST(truncate(${value}) AS bigint)`
      case 'DECIMAL':
        return sqlText`TRY_CAST(${from === 'DOUBLE' ? sqlText`CAST(${value} AS varchar)` : value} AS ${decimalType(to)})`
      case 'BOOLEAN':
        return sqlText`(${value} <> 0)`
      case 'DOUBLE':
        return sqlText`CAST(${value} AS double)`
      case 'DATE':
        return sqlText`CAST(${value} AS date)`
      default:
        return sqlText`CAST(${value} AS timestamp(6))`
    }
  },
}

const TIME = `${YEAR}-[0-9]{2}-[0-9]{2}${TIME_OF_DAY}`

function timeIn(text: SqlText): SqlText {
  const spaced = sqlText`replace(${text}, 'T', ' ')`
  return guarded(text, TIME, sqlText`TRY_CAST(${spaced} AS timestamp(6))`)
}

function guarded(text: SqlText, pattern: string, value: SqlText): SqlText {
  return sqlText`(CASE WHEN ${matches(text, pattern)} THEN ${value} END)`
}

function decimalType({ precision, scale }: DecimalTarget): SqlText {
  return raw(`decimal(${precision}, ${scale})`)
}
