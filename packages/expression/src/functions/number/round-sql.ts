import type { TypedCall } from '../../tree/typed-expr.ts'
import type { SqlForm, SqlForms } from '../sql-forms.ts'
import { bind, type SqlText, sqlText } from '../sql-text.ts'
import { constantInt } from './constant-int.ts'
import { LEAST_INT } from './int-argument.ts'
import { firstWhole } from './round-number.ts'

/**
 * `Round` in SQL. All engines round a DECIMAL alike, with halves away from zero; of an INT and a DOUBLE
 * they make different things, or fail at the limits of the type.
 */
export const ROUND_FORMS: SqlForms = {
  duckdb: byType({
    int: (x, digits) => sqlText`TRY_CAST(round(CAST(${x} AS DECIMAL(38, 0)), ${digits}) AS BIGINT)`,
    double: (x, digits) => sqlText`round(${x}, ${digits})`,
    decimal: duckdbDecimal,
  }),
  postgresql: byType({
    int(x, digits) {
      const rounded = sqlText`round(CAST(${x} AS numeric), ${digits})`
      const most = bind({ type: 'INT', value: -LEAST_INT - 1n })
      const least = bind({ type: 'INT', value: LEAST_INT })
      return sqlText`(CASE WHEN ${rounded} BETWEEN ${least} AND ${most} THEN CAST(${rounded} AS bigint) END)`
    },
    // Its own `round` of a double takes halves to the even neighbour, and no digits.
    double: (x, _, scaled) =>
      scaled(
        x,
        (moved) =>
          sqlText`CAST(round(CAST(CAST(${moved} AS text) AS numeric)) AS double precision)`,
      ),
  }),
  trino: byType({
    int: (x, digits) => sqlText`TRY_CAST(round(CAST(${x} AS decimal(38, 0)), ${digits}) AS bigint)`,
    double: (x, digits) => sqlText`round(${x}, ${digits})`,
  }),
  clickhouse: byType({
    int: (x, digits) => sqlText`toInt64(round(toDecimal128(${x}, 0), ${digits}))`,
    // Its own `round` of a double takes halves to the even neighbour.
    double: (x, _, scaled) => scaled(x, (moved) => sqlText`trunc(${moved} + 0.5 * sign(${moved}))`),
  }),
}

type Scaled = (number: SqlText, round: (moved: SqlText) => SqlText) => SqlText

interface OwnForms {
  int(number: SqlText, digits: SqlText): SqlText
  double(number: SqlText, digits: SqlText, scaled: Scaled): SqlText
  decimal?(number: SqlText, digits: number): SqlText
}

/** Digits after the point that a cast to DECIMAL has, and of DuckDB's 38 those that are left before it. */
const [FRACTION, WHOLE] = [10, 28]

/** Digits are limited: two decimals that have more than 38 before and after the point together lose some when they meet. */
function duckdbDecimal(number: SqlText, digits: number): SqlText {
  const rounded = (one: SqlText): SqlText => sqlText`round(${one}, ${{ chunks: [String(digits)] }})`
  const cast = (one: SqlText, scale: number): SqlText =>
    sqlText`TRY_CAST(${one} AS ${{ chunks: [`DECIMAL(${WHOLE + scale}, ${scale})`] }})`
  // DuckDB 1.5 makes 0 of any value, NULL too, when as many digits are rounded away as the type has before its point.
  if (digits < 0) return rounded(cast(sqlText`trunc(${number})`, 0))
  return digits > FRACTION ? rounded(number) : cast(rounded(number), digits)
}

function byType({ int, double, decimal }: OwnForms): SqlForm {
  return ([number], call) => {
    const count = digitsOf(call)
    const digits: SqlText = { chunks: [String(count)] }
    const { text } = number!
    if (call.type === 'INT') return int(text, digits)
    if (call.type === 'DECIMAL') {
      return decimal ? decimal(text, count) : sqlText`round(${text}, ${digits})`
    }
    const limit = bind({ type: 'DOUBLE', value: firstWhole(count) })
    const rounded = double(text, digits, (one, round) => scaledBy(one, count, round))
    return sqlText`(CASE WHEN abs(${text}) < ${limit} THEN ${rounded} ELSE ${text} END)`
  }
}

/** How many digits a checked call keeps. */
export function digitsOf(call: TypedCall): number {
  return Number(constantInt(call.args[1]) ?? 0n)
}

/** A number moved by the digits, rounded, and moved back; of a small one nothing is left, and dividing it may fail. */
function scaledBy(number: SqlText, digits: number, round: (moved: SqlText) => SqlText): SqlText {
  const unit = bind({ type: 'DOUBLE', value: Number(`1e${Math.abs(digits)}`) })
  if (digits === 0) return round(number)
  if (digits > 0) return sqlText`${round(sqlText`${number} * ${unit}`)} / ${unit}`
  const rounded = sqlText`${round(sqlText`${number} / ${unit}`)} * ${unit}`
  return sqlText`CASE WHEN abs(${number}) < 1 THEN 0 ELSE ${rounded} END`
}
