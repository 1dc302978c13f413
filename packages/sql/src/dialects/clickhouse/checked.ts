import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'

/** Gives a value that is written once the name `v` in an expression; ClickHouse has names for values in lambdas only. */
export function withValue(value: SqlText, body: SqlText): SqlText {
  return sqlText`arrayMap(v -> ${body}, [${value}])[1]`
}

/**
 * A sum, difference or product of INTs. ClickHouse drops what exceeds 64 bits in silence, so that it is computed in 256
 * and brought back by a cast that fails.
 */
export function wholeArithmetic(op: '+' | '-' | '*', left: SqlText, right: SqlText): SqlText {
  const wide = (value: SqlText) => sqlText`toInt256(${value})`
  return sqlText`accurateCast(${wide(left)} ${raw(op)} ${wide(right)}, 'Nullable(Int64)')`
}

/**
 * A sum, difference or product of DECIMALs in 256 bits. ClickHouse drops what exceeds them in silence; what is left is then far
 * from the same of doubles, and the statement fails.
 */
export function decimalArithmetic(op: '+' | '-' | '*', left: SqlText, right: SqlText): SqlText {
  const exact = `l ${op} r`
  const [l, r] = ['toFloat64(l)', 'toFloat64(r)']
  const size = op === '*' ? `abs(${l} * ${r})` : `abs(${l}) + abs(${r})`
  const value = unlessFar(exact, `${l} ${op} ${r}`, size)
  return sqlText`arrayMap((l, r) -> ${raw(value)}, [${left} * toDecimal256(1, 0)], [${right}])[1]`
}

/** A sum of DECIMALs; `sumOf` writes the sum of an expression over the rows of an aggregate. */
export function decimalSum(text: string, sumOf: (expression: string) => string): string {
  const double = `toFloat64(${text})`
  return unlessFar(sumOf(`${text} * toDecimal256(1, 0)`), sumOf(double), sumOf(`abs(${double})`))
}

/** An exact value, unless it is far from an approximate one for its size. */
function unlessFar(exact: string, approximate: string, size: string): string {
  const isFar = `ifNull(abs(toFloat64(${exact}) - (${approximate})) > 1e-9 * (${size}), false)`
  return `if(throwIf(${isFar}, 'Decimal overflow') = 0, ${exact}, NULL)`
}
