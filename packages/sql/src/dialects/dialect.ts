import type { Aggregate } from '@tributary/attribution'
import type { ValueType } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import type { FunctionForms } from '../functions/sql-form.ts'
import type { Quoting } from '../text/names.ts'
import type { Placeholders } from '../text/sql-statement.ts'
import type { SqlText } from '../text/sql-text.ts'

/** What one engine writes in its own way; the compiler writes all that engines have in common. */
export interface SqlDialect extends Quoting, Placeholders {
  /** The name of the engine, in lower case. */
  readonly name: string
  /** The time zone of the connections, where it is known. */
  readonly timeZone?: string
  /** How the engine writes each function of the language. */
  readonly functions: FunctionForms
  /**
   * A column with NULL for values that the language does not have, such as NaN. A time with a zone is read on the wall clock
   * of the connection's time zone, which is given where it is known.
   */
  column(text: string, type: ValueType, timeZone?: string): string
  /**
   * A TIMESTAMP as what bare columns of times are compared with, for engines that do not read it on the wall clock of the
   * connection's time zone where a column has a zone. @defaultValue the TIMESTAMP
   */
  readonly moment?: (time: SqlText) => SqlText
  /** A DATE or TIMESTAMP with the first or the last moment of the calendar for one before or after it, such as an infinity. */
  inCalendar(time: string, type: 'DATE' | 'TIMESTAMP'): string
  /** The name of a type to cast to; a DECIMAL has so many digits after the point. */
  typeName(type: ValueType, scale?: number): string
  /** NULL as a value of a type. */
  nullOf(type: ValueType): string
  /** `left op right` of a type; texts are ordered by code point. Operands bind tighter than comparisons. */
  comparison(op: ComparisonOperator, left: SqlText, right: SqlText, type: ValueType): SqlText
  /**
   * A sum, difference or product of INTs or DECIMALs that fails where it leaves their range, for engines whose own drops
   * digits in silence. Operands may be any expression, and the result can stand next to any operator. @defaultValue the operator
   */
  readonly arithmetic?: (op: '+' | '-' | '*', operands: CheckedOperands) => SqlText
  /**
   * A DATE or TIMESTAMP after all others, for engines that compare all rows with all others where a join has more than
   * comparisons of its two sides. @defaultValue NULL in its place, and a condition for that
   */
  readonly afterAll?: (type: 'DATE' | 'TIMESTAMP') => SqlText
  /** A STRING as ORDER BY orders it by code point. @defaultValue the text */
  readonly byCodePoint?: (text: SqlText) => SqlText
  /** An integer with room for the results of arithmetic on it. The operand binds tighter than any operator. */
  wideInteger(operand: SqlText): SqlText
  /** A decimal with room for the digits of a product with it. The operand binds tighter than any operator. */
  wideDecimal(operand: SqlText): SqlText
  /** `left / right` as a double, NULL for a zero divisor; operands may be any expression. */
  divide(left: SqlText, right: SqlText): SqlText
  /**
   * `left % right` of a type with the sign of the dividend, NULL for a zero divisor; the dividend binds tighter than
   * `%`. `SQL_UNSUPPORTED_EXPRESSION` when the engine does not have it.
   */
  remainder(left: SqlText, right: SqlText, type: ValueType): SqlText
  /** A group key as a value of exactly its type, so that its text is the one that the language writes. */
  key(value: SqlText, type: ValueType): SqlText
  /** A DATE or TIMESTAMP as a TIMESTAMP. */
  timestamp(value: SqlText): SqlText
  /**
   * An aggregate over the rows for which its condition is TRUE. `SQL_UNSUPPORTED_AGGREGATE` when the engine does not have
   * it.
   */
  aggregate(call: AggregateCall): string
  /** How doubles are added up without rounding. */
  readonly exactSums: ExactSums
}

/** The operands of arithmetic, and the type of its result. */
export interface CheckedOperands {
  readonly left: SqlText
  readonly right: SqlText
  readonly type: 'INT' | 'DECIMAL'
}

/**
 * Sums of doubles without rounding: each double is split into whole numbers in units of descending powers of two, these
 * are added up exactly, and their sums are rounded once, together.
 */
export interface ExactSums {
  /**
   * A DOUBLE in units of 2^exponent as the nearest whole number of 64 bits; NULL, or 0, when it does not fit or is below
   * one unit.
   */
  limb(part: { readonly value: string; readonly exponent: number }): string
  /** A whole number of 64 bits times 2^exponent, as a DOUBLE. */
  scaled(limb: string, exponent: number): string
  /** What ends a subquery whose columns are used more than once, where the engine would write them out each time. */
  readonly fence: string
  /**
   * The double nearest to the sum of `sums`, of which the last counts units of 2^lowest and each other one units of
   * 2^62 of the next; an infinity when it is out of range; NULL when they are.
   */
  joined(sums: readonly string[], lowest: number): string
}

/** An aggregate of columns that a subquery has computed. */
export interface AggregateCall {
  readonly aggregate: Aggregate
  /** The column, by its name; null for a COUNT of rows. */
  readonly argument: AggregateArgument | null
  /** A condition over columns of the subquery. */
  readonly condition: string
  /** The fraction of a PERCENTILE. */
  readonly fraction?: number
}

/** A computed column. */
export interface AggregateArgument {
  readonly text: string
  readonly type: ValueType
  /** Of a DOUBLE that is added up: the columns of its parts, and the exponent of the last one's units. */
  readonly limbs?: { readonly names: readonly string[]; readonly lowest: number }
}

/** Writes an aggregate of a column; `filter` follows every aggregate function in it, `fraction` is that of a PERCENTILE. */
export type AggregateForm = (
  argument: AggregateArgument,
  filter: string,
  fraction: number,
) => string

/** How an engine writes each aggregate. */
export type AggregateForms = Readonly<Record<Aggregate, AggregateForm>>
