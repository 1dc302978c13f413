import type { Aggregate } from '@tributary/attribution'
import type {
  ComparisonOperator,
  Constant,
  SqlDialectName,
  SqlText,
  ValueType,
} from '@tributary/expression'

/** What one engine writes its own way. The compiler does everything that SQL engines agree on. */
export interface SqlDialect {
  /** Which of a function's SQL forms applies. */
  readonly name: SqlDialectName
  /** A name, quoted, whatever characters it has. */
  identifier(name: string): string
  /** The placeholder of the parameter at a position, from 1, typed so that the engine need not guess. */
  parameter(position: number, constant: Constant): string
  /** A column as the language reads it: with NULL for values that the language does not have. */
  column(text: string, type: ValueType): string
  /** The NULL of a type. */
  nullOf(type: ValueType): string
  /** `left op right` by the language's order: text by code point. Operands bind tighter than comparisons. */
  comparison(op: ComparisonOperator, left: SqlText, right: SqlText): SqlText
  /** An integer with room for the results of arithmetic on it. The operand binds tighter than any operator. */
  wideInteger(operand: SqlText): SqlText
  /** `left / right` as a double, NULL for a zero divisor; operands may be any expression. */
  divide(left: SqlText, right: SqlText): SqlText
  /** `left % right` with the sign of the dividend, NULL for a zero divisor; the dividend binds tighter than `%`. */
  remainder(left: SqlText, right: SqlText): SqlText
  /** A group key as a value of exactly its type, so that its text is the language's. */
  key(value: SqlText, type: ValueType): SqlText
  /** A time, DATE or TIMESTAMP, as TIMESTAMP. */
  timestamp(value: SqlText): SqlText
  /** An aggregate of `argument` (null: of rows) over the rows for which `condition` is TRUE. */
  aggregate(call: AggregateCall): string
}

/** An aggregate of prepared columns: its texts are plain column names. */
export interface AggregateCall {
  readonly aggregate: Aggregate
  readonly argument: { readonly text: string; readonly type: ValueType } | null
  readonly condition: string
  /** Of PERCENTILE alone. */
  readonly fraction?: number
}
