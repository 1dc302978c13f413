import { ANY_NUMBER, REAL_DATE, TIME_OF_DAY, WHOLE_NUMBER } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { inType, matches } from './times.ts'

/** The casts of ClickHouse: its `…OrNull` functions, guarded against texts that the language does not accept. */
export const clickhouseCasts: EngineCasts = {
  toText: {
    TIMESTAMP: (value) =>
      sqlText`replaceRegexpOne(toString(toDateTime64(${value}, 6)), '[.]000000$', '')`,
    // `if` would treat NULL as FALSE.
    BOOLEAN: (value) => sqlText`multiIf(${value}, 'true', NOT ${value}, 'false', NULL)`,
    DOUBLE: doubleText,
    OTHER: (value) => sqlText`toString(${value})`,
  },
  fromText: {
    INT: (text) => guarded(text, WHOLE_NUMBER, sqlText`toInt64OrNull(trimBoth(${text}))`),
    DECIMAL: (text, to) =>
      guarded(text, ANY_NUMBER, asDecimal(sqlText`toDecimal256OrNull(trimBoth(${text}), 38)`, to)),
    DOUBLE: (text) => {
      const number = sqlText`toFloat64OrNull(trimBoth(${text}))`
      return guarded(text, ANY_NUMBER, sqlText`if(isFinite(${number}), ${number}, NULL)`)
    },
    BOOLEAN: (text) => {
      const word = sqlText`lower(trimBoth(${text}))`
      return sqlText`multiIf(${word} = 'true', true, ${word} = 'false', false, NULL)`
    },
    TIMESTAMP: (text) => {
      const spaced = sqlText`replaceOne(${text}, 'T', ' ')`
      const full = sqlText`if(length(${text}) = 10, concat(${text}, ' 00:00:00'), ${spaced})`
      return guarded(text, TIME, sqlText`toDateTime64OrNull(${full}, 6, 'UTC')`)
    },
  },
  fromValue: {
    INT: (value, from) =>
      sqlText`accurateCastOrNull(${from === 'BOOLEAN' ? value : sqlText`trunc(${value})`}, 'Int64')`,
    DECIMAL: (value, from, to) => {
      if (from === 'DOUBLE')
        return asDecimal(sqlText`toDecimal256OrNull(toString(${value}), 38)`, to)
      return asDecimal(from === 'DECIMAL' ? value : sqlText`toDecimal256(${value}, 0)`, to)
    },
    DOUBLE: (value) => sqlText`toFloat64(${value})`,
    DATE: (value) => sqlText`toDate32(${value})`,
    TIMESTAMP: (value) => inType(value, 'TIMESTAMP'),
  },
}

const TIME = `(${REAL_DATE})${TIME_OF_DAY}`

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
