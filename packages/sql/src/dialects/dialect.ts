import type { Aggregate } from '@tributary/attribution'
import type { SqlDialectName, SqlText, ValueType } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import type { Quoting } from '../text/names.ts'
import type { Placeholders } from '../text/sql-statement.ts'

/** What one engine writes its own way. The compiler does everything that SQL engines agree on. */
export interface SqlDialect extends Quoting, Placeholders {
  /** Which of a function's SQL forms applies. */
  readonly name: SqlDialectName
  /** A column as the language reads it: with NULL for values that the language does not have. */
  column(text: string, type: ValueType): string
  /** The NULL of a type. */
  nullOf(type: ValueType): string
  /** `left op right` of a type by the language's order: text by code point. Operands bind tighter than comparisons. */
  comparison(op: ComparisonOperator, left: SqlText, right: SqlText, type: ValueType): SqlText
  /** An integer with room for the results of arithmetic on it. The operand binds tighter than any operator. */
  wideInteger(operand: SqlText): SqlText
  /** A decimal with room for the digits of a product with it. The operand binds tighter than any operator. */
  wideDecimal(operand: SqlText): SqlText
  /** `left / right` as a double, NULL for a zero divisor; operands may be any expression. */
  divide(left: SqlText, right: SqlText): SqlText
  /**
   * `left % right` of a type with the sign of the dividend, NULL for a zero divisor; the dividend binds tighter than
   * `%`. `SQL_UNSUPPORTED_EXPRESSION` where the engine has none.
   */
  remainder(left: SqlText, right: SqlText, type: ValueType): SqlText
  /** A group key as a value of exactly its type, so that its text is the language's. */
  key(value: SqlText, type: ValueType): SqlText
  /** A time, DATE or TIMESTAMP, as TIMESTAMP. */
  timestamp(value: SqlText): SqlText
  /**
   * An aggregate of `argument` (null: of rows) over the rows for which `condition` is TRUE.
   * `SQL_UNSUPPORTED_AGGREGATE` where the engine has none.
   */
  aggregate(call: AggregateCall): string
}

/** An aggregate of prepared columns: its texts are plain column names. */
export interface AggregateCall {
  /** AVG is only the second step of a nested leaf. */
  readonly aggregate: Aggregate | 'AVG'
  readonly argument: { readonly text: string; readonly type: ValueType } | null
  readonly condition: string
  /** Of PERCENTILE alone. */
  readonly fraction?: number
}
