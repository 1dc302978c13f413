import { MAX_DECIMAL_DIGITS } from '@tributary/expression/internal'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import type { BoundedArithmetic, ComparedDecimals } from '../dialect.ts'

/** Gives a value that is written once the name `v` in an expression; ClickHouse has names for values in lambdas only. */
export function withValue(value: SqlText, body: SqlText): SqlText {
  return sqlText`arrayMap(v -> ${body}, [${value}])[1]`
}

/** The operators of ClickHouse in their range, beyond which it drops digits in silence. */
export const clickhouseArithmetic: BoundedArithmetic = {
  INT: { each: wholeArithmetic },
  DECIMAL: { each: decimalArithmetic },
  DOUBLE: {
    bound: (number) => withValue(number, raw('if(isFinite(v), v, NULL)')),
    column: (text) => `toFloat64(${text})`,
  },
  failsOnUnderflow: false,
}

/** A sum, difference or product of INTs in 256 bits, brought back by a cast that gives NULL beyond 64. */
function wholeArithmetic(op: string, left: SqlText, right: SqlText): SqlText {
  const wide = (value: SqlText) => sqlText`toInt256(${value})`
  return sqlText`accurateCastOrNull(${wide(left)} ${raw(op)} ${wide(right)}, 'Int64')`
}

/**
 * A sum, difference or product of DECIMALs in 256 bits, NULL beyond 38 digits. ClickHouse drops what exceeds 256 bits in silence;
 * what is left is then far from the same of doubles.
 */
function decimalArithmetic(op: string, left: SqlText, right: SqlText): SqlText {
  const exact = `l ${op} r`
  const [l, r] = ['toFloat64(l)', 'toFloat64(r)']
  const size = op === '*' ? `abs(${l} * ${r})` : `abs(${l}) + abs(${r})`
  const fits = `abs(reinterpretAsInt256(assumeNotNull(${exact}))) < ${DECIMAL_LIMIT}`
  const value = `if(${fits} AND NOT ${isFar(exact, `${l} ${op} ${r}`, size)}, ${exact}, NULL)`
  return sqlText`arrayMap((l, r) -> ${raw(value)}, [${left} * toDecimal256(1, 0)], [${right}])[1]`
}

const DECIMAL_LIMIT = `toInt256('1${'0'.repeat(MAX_DECIMAL_DIGITS)}')`

/** A comparison of exact numbers in 256 bits: ClickHouse fails where the number with fewer digits after the point has no room for more. */
export function compareDecimals({ op, left, right }: ComparedDecimals): SqlText {
  return sqlText`(${left} * toDecimal256(1, 0) ${op} ${right} * toDecimal256(1, 0))`
}

/** A sum of DECIMALs; `sumOf` writes the sum of an expression over the rows of an aggregate. */
export function decimalSum(text: string, sumOf: (expression: string) => string): string {
  const double = `toFloat64(${text})`
  return unlessFar(sumOf(`${text} * toDecimal256(1, 0)`), sumOf(double), sumOf(`abs(${double})`))
}

/** An exact value, unless it is far from an approximate one for its size. */
function unlessFar(exact: string, approximate: string, size: string): string {
  return `if(throwIf(${isFar(exact, approximate, size)}, 'Decimal overflow') = 0, ${exact}, NULL)`
}

function isFar(exact: string, approximate: string, size: string): string {
  return `ifNull(abs(toFloat64(${exact}) - (${approximate})) > 1e-9 * (${size}), false)`
}
