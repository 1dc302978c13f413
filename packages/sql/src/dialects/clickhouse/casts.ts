import { ANY_NUMBER, REAL_DATE, TIME_OF_DAY, WHOLE_NUMBER } from '@tributary/expression/internal'
import type { DecimalTarget, EngineCasts } from '../../functions/cast-forms.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import { withValue } from './arithmetic.ts'
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
    INT: (text) => guardByMatch(text, WHOLE_NUMBER, sqlText`toInt64OrNull(trimBoth(${text}))`),
    DECIMAL: (text, to) =>
      guardByMatch(text, ANY_NUMBER, asDecimal(sqlText`trimBoth(${text})`, to)),
    DOUBLE: (text) => {
      const number = sqlText`toFloat64OrNull(trimBoth(${text}))`
      return guardByMatch(text, ANY_NUMBER, sqlText`if(isFinite(${number}), ${number}, NULL)`)
    },
    BOOLEAN: (text) => {
      const word = sqlText`lower(trimBoth(${text}))`
      return sqlText`multiIf(${word} = 'true', true, ${word} = 'false', false, NULL)`
    },
    TIMESTAMP: (text) => {
      const spaced = sqlText`replaceOne(${text}, 'T', ' ')`
      const full = sqlText`if(length(${text}) = 10, concat(${text}, ' 00:00:00'), ${spaced})`
      return guardByMatch(text, TIME, sqlText`toDateTime64OrNull(${full}, 6, 'UTC')`)
    },
  },
  fromValue: {
    INT: (value, from) => {
      if (from === 'BOOLEAN') return sqlText`toInt64(${value})`
      if (from === 'DECIMAL') return sqlText`toInt64OrNull(toString(trunc(${value})))`
      return sqlText`accurateCastOrNull(trunc(${value}), 'Int64')`
    },
    DECIMAL: (value, from, to) =>
      asDecimal(sqlText`toString(${from === 'BOOLEAN' ? sqlText`toInt64(${value})` : value})`, to),
    // By way of a text, since a division by the scale misses the nearest double.
    DOUBLE: (value, from) =>
      sqlText`toFloat64(${from === 'DECIMAL' ? sqlText`toString(${value})` : value})`,
    DATE: (value) => sqlText`toDate32(${value})`,
    TIMESTAMP: (value) => inType(value, 'TIMESTAMP'),
  },
}

const TIME = `(${REAL_DATE})${TIME_OF_DAY}`

function guardByMatch(text: SqlText, pattern: string, value: SqlText): SqlText {
  return sqlText`if(${matches(text, pattern)}, ${value}, NULL)`
}

/**
 * A number in digits as a decimal, NULL for one with more digits: casts of ClickHouse truncate the fraction, and do not count
 * digits.
 */
function asDecimal(digits: SqlText, { precision, scale }: DecimalTarget): SqlText {
  const number = sqlText`round(toDecimal256OrNull(${digits}, 38), ${raw(scale)})`
  const limit = raw(`toDecimal256('1e${precision - scale}', 0)`)
  return withValue(number, sqlText`toDecimal256(if(abs(v) < ${limit}, v, NULL), ${raw(scale)})`)
}

/** A double without an exponent. */
function doubleText(value: SqlText): SqlText {
  const digits = raw("replaceOne(extract(v, '^-?([0-9.]+)e'), '.', '')")
  const exponent = raw("toInt32OrZero(extract(v, 'e([+-]?[0-9]+)$'))")
  const large = sqlText`rightPad(${digits}, greatest(${exponent} + 1, 0), '0')`
  const small = sqlText`concat('0.', repeat('0', greatest(-${exponent} - 1, 0)), ${digits})`
  const plain = sqlText`concat(if(startsWith(v, '-'), '-', ''), if(${exponent} > 0, ${large}, ${small}))`
  const text = sqlText`multiIf(v = '-0', '0', position(v, 'e') = 0, v, ${plain})`
  return withValue(sqlText`toString(${value})`, text)
}
