import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import type { BoundedArithmetic, ComparedDecimals } from '../dialect.ts'

/**
 * The operators of DuckDB in their range. Those of whole numbers and decimals fail where they leave it, and its `TRY` takes
 * thousands of times as long for a row that fails as for another: whole numbers are computed in 128 bits instead.
 */
export const duckdbArithmetic: BoundedArithmetic = {
  INT: {
    each: (op, left, right) =>
      sqlText`TRY_CAST(${left}::HUGEINT ${raw(op)} ${right}::HUGEINT AS BIGINT)`,
    // Its optimiser turns `TRY_CAST(x AS t) <> 0` into `x <> 0`, which is TRUE where the cast is NULL.
    last: (result) => sqlText`TRY(${result})`,
    guard: {
      condition: (number, size) => {
        const most = raw(String(2n ** BigInt(size)))
        return sqlText`${number} BETWEEN -${most} AND ${most}`
      },
    },
  },
  DECIMAL: { bound: tryResult },
  DOUBLE: { bound: finite, column: (text) => `${text}::DOUBLE` },
  failsOnUnderflow: false,
}

/**
 * NULL where an operator fails. It stands in a CASE, since the optimiser takes what several expressions share out of a `TRY`
 * and not out of a CASE; the column is one of the expression.
 */
function tryResult(result: SqlText, column: SqlText | null): SqlText {
  const attempt = sqlText`TRY(${result})`
  return column === null
    ? attempt
    : sqlText`(CASE WHEN ${column} IS NULL OR ${column} IS NOT NULL THEN ${attempt} END)`
}

/**
 * A comparison of decimals of any scales. DuckDB brings both to the larger scale, and fails for a number that has no room for
 * its digits there; such a number differs from the other side before the point.
 */
export function compareDecimals({ op, left, right }: ComparedDecimals): SqlText {
  const isShort = left.chunks.length + right.chunks.length <= MAX_TWICE
  const written = (l: SqlText, r: SqlText): SqlText =>
    sqlText`COALESCE(TRY(${l} ${op} ${r}), trunc(${l}) ${op} trunc(${r}))`
  return isShort
    ? sqlText`(CASE WHEN ${left} IS NOT NULL AND ${right} IS NOT NULL THEN ${written(left, right)} END)`
    : sqlText`list_transform([{'l': ${left}, 'r': ${right}}], lambda v: ${written(raw('v.l'), raw('v.r'))})[1]`
}

/** The most pieces of a number that is written twice. */
const MAX_TWICE = 60

/** NULL for an infinity. A lambda names what would be long; it takes several times as long. */
function finite(number: SqlText): SqlText {
  return number.chunks.length <= MAX_TWICE
    ? sqlText`(CASE WHEN isfinite(${number}) THEN ${number} END)`
    : sqlText`list_transform([${number}], lambda v: CASE WHEN isfinite(v) THEN v END)[1]`
}
