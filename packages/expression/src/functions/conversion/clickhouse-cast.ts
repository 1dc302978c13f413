import { ANY_NUMBER, REAL_DATE, TIME_OF_DAY, WHOLE_NUMBER } from '../patterns.ts'
import { type SqlText, sqlLiteral, sqlText } from '../sql-text.ts'
import type { EngineCast } from './cast-forms.ts'

/** ClickHouse's casts: its `…OrNull` functions, kept from texts that they read more freely than the language. */
export const clickhouseCast: EngineCast = {
  toText(value, from) {
    switch (from) {
      case 'TIMESTAMP':
        return sqlText`replaceRegexpOne(toString(toDateTime64(${value}, 6)), '[.]000000$', '')`
      case 'BOOLEAN':
        return sqlText`if(${value}, 'true', 'false')`
      default:
        return sqlText`toString(${value})`
    }
  },
  fromText(text, to) {
    const trimmed = sqlText`trimBoth(${text})`
    switch (to.type) {
      case 'INT':
        return guarded(text, WHOLE_NUMBER, sqlText`toInt64OrNull(${trimmed})`)
      case 'DECIMAL':
        return guarded(text, ANY_NUMBER, sqlText`toDecimal128OrNull(${trimmed}, ${raw(to.scale)})`)
      case 'DOUBLE': {
        const number = sqlText`toFloat64OrNull(${trimmed})`
        return guarded(text, ANY_NUMBER, sqlText`if(isFinite(${number}), ${number}, NULL)`)
      }
      case 'BOOLEAN':
        return sqlText`multiIf(lower(${trimmed}) = 'true', true, lower(${trimmed}) = 'false', false, NULL)`
      case 'DATE':
        return sqlText`toDate32(${timeIn(text)})`
      default:
        return timeIn(text)
    }
  },
  fromValue(value, from, to) {
    switch (to.type) {
      case 'INT':
        return sqlText`accurateCastOrNull(${from === 'BOOLEAN' ? value : sqlText`trunc(${value})`}, 'Int64')`
      case 'DECIMAL': {
        const digits = from === 'DOUBLE' ? sqlText`toString(${value})` : value
        return sqlText`accurateCastOrNull(${digits}, 'Decimal(${raw(to.precision)}, ${raw(to.scale)})')`
      }
      case 'BOOLEAN':
        return sqlText`(${value} <> 0)`
      case 'DOUBLE':
        return sqlText`toFloat64(${value})`
      case 'DATE':
        return sqlText`toDate32(${value})`
      default:
        return sqlText`toDateTime64(${value}, 6)`
    }
  },
}

const TIME = `(${REAL_DATE})${TIME_OF_DAY}`

function timeIn(text: SqlText): SqlText {
  const spaced = sqlText`replaceOne(${text}, 'T', ' ')`
  const full = sqlText`if(length(${text}) = 10, concat(${text}, ' 00:00:00'), ${spaced})`
  return guarded(text, TIME, sqlText`toDateTime64OrNull(${full}, 6)`)
}

function guarded(text: SqlText, pattern: string, value: SqlText): SqlText {
  return sqlText`if(match(${text}, ${sqlLiteral(`^(${pattern})$`.replaceAll('\\', '\\\\'))}), ${value}, NULL)`
}

function raw(number: number): SqlText {
  return { chunks: [String(number)] }
}
