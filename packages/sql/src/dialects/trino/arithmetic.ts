import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import type { BoundedArithmetic, ComparedDecimals } from '../dialect.ts'

/** The operators of Trino in their range. Those of whole numbers and decimals fail where they leave it. */
export const trinoArithmetic: BoundedArithmetic = {
  INT: { bound: tryResult },
  DECIMAL: { bound: tryResult },
  DOUBLE: { bound: finite, column: (text) => `CAST(${text} AS double)` },
  failsOnUnderflow: false,
}

function tryResult(result: SqlText): SqlText {
  return sqlText`TRY(${result})`
}

/**
 * A comparison of decimals of any scales. Trino brings both to the larger scale, and fails for a number that has no room for
 * its digits there; such a number differs from the other side before the point.
 */
export function compareDecimals({ op, left, right }: ComparedDecimals): SqlText {
  const isShort = left.chunks.length + right.chunks.length <= MAX_TWICE
  const truncate = (number: SqlText): SqlText => sqlText`truncate(${number} * DECIMAL '1')`
  const written = (l: SqlText, r: SqlText): SqlText =>
    sqlText`COALESCE(TRY(${l} ${op} ${r}), ${truncate(l)} ${op} ${truncate(r)})`
  return isShort
    ? written(left, right)
    : sqlText`element_at(transform(ARRAY[ROW(${left}, ${right})], v -> ${written(raw('v[1]'), raw('v[2]'))}), 1)`
}

/** The most pieces of a number that is written twice. */
const MAX_TWICE = 60

/** NULL for an infinity. A lambda names what would be long. */
function finite(number: SqlText): SqlText {
  return number.chunks.length <= MAX_TWICE
    ? sqlText`(CASE WHEN is_finite(${number}) THEN ${number} END)`
    : sqlText`element_at(transform(ARRAY[${number}], v -> CASE WHEN is_finite(v) THEN v END), 1)`
}
