import { ANY_NUMBER, REAL_DATE, TIME_OF_DAY, WHOLE_NUMBER } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { matches } from './times.ts'

/** The casts of ClickHouse: its `…OrNull` functions, guarded against texts that the language does not accept. */
export const clickhouseCasts: EngineCasts = {
  toText(value, from) {
    switch (from) {
      case 'TIMESTAMP':
        return sqlText`replaceRegexpOne(toString(toDateTime64(${value}, 6)), '[.]000000$', '')`
      case 'BOOLEAN':
        // `if` would treat NULL as FALSE.
        return sqlText`multiIf(${value}, 'true', NOT ${value}, 'false', NULL)`
      case 'DOUBLE':
        return doubleText(value)
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
        return guarded(text, ANY_NUMBER, asDecimal(sqlText`toDecimal256OrNull(${trimmed}, 38)`, to))
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
        if (from === 'DOUBLE')
          return asDecimal(sqlText`toDecimal256OrNull(toString(${value}), 38)`, to)
        return asDecimal(from === 'DECIMAL' ? value : sqlText`toDecimal256(${value}, 0)`, to)
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
  return sqlText`if(${matches(text, pattern)}, ${value}, NULL)`
}

/** Rounds before casting, since a cast truncates. */
function asDecimal(value: SqlText, { precision, scale }: DecimalTarget): SqlText {
  return sqlText`accurateCastOrNull(round(${value}, ${raw(scale)}), 'Decimal(${raw(precision)}, ${raw(scale)})')`
}

/** A double without an exponent, where a decimal has room for its digits. */
function doubleText(value: SqlText): SqlText {
  const plain = sqlText`toString(toDecimal256OrNull(toString(${value}), 38))`
  return sqlText`if(abs(${value}) >= 1e-20 AND abs(${value}) < 1e37, ${plain}, toString(${value}))`
}
