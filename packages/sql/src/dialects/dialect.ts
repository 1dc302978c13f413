import type { Aggregate } from '@tributary/attribution'
import type { ValueType } from '@tributary/expression'
import type { ComparisonOperator } from '@tributary/expression/internal'
import type { FunctionForms } from '../functions/sql-form.ts'
import type { Quoting } from '../text/names.ts'
import type { Placeholders } from '../text/sql-statement.ts'
import type { SqlText } from '../text/sql-text.ts'

/** The SQL of one engine where engines differ; the compiler writes all that they have in common. */
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
   * A comparison of exact numbers, at least one of which is a DECIMAL, where the digits that both need together are unknown; it
   * can stand next to any operator. Operands bind tighter than any operator. @defaultValue the same as of all types
   */
  readonly compareDecimals?: (compared: ComparedDecimals) => SqlText
  /** How operators of each type of numbers give NULL where their result leaves the type, and never fail on a value. */
  readonly arithmetic: BoundedArithmetic
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
  /**
   * From more filtered numbers on, conditions stand in the arguments of aggregates: an engine that cuts all columns down to
   * the rows of each filter takes time and memory with the square of their number. @defaultValue any number is filtered
   */
  readonly mostFilters?: number
  /** How doubles are added up without rounding. */
  readonly exactSums: ExactSums
}

/** Two exact numbers and the operator between them. */
export interface ComparedDecimals {
  readonly op: SqlText
  readonly left: SqlText
  readonly right: SqlText
}

/** How an engine bounds the operators of each type of numbers. */
export interface BoundedArithmetic {
  readonly INT: BoundedOperators
  readonly DECIMAL: BoundedOperators
  readonly DOUBLE: BoundedOperators
  /** Whether the engine fails where a product or quotient of doubles is not 0 and too small for a double. */
  readonly failsOnUnderflow: boolean
}

/**
 * How an engine bounds the operators of a type: either several plain operators as a whole, or each operator. Operands may
 * be any expression, and results can stand next to any operator.
 */
export type BoundedOperators =
  | {
      /** The result of plain operators, NULL where one of them leaves its type; with a column that they contain, if any. */
      readonly bound: (result: SqlText, column: SqlText | null) => SqlText
      /** A column in them where a value that the language does not have gives NULL. @defaultValue {@link SqlDialect.column} */
      readonly column?: (text: string) => string
    }
  | {
      /** The result of one operator, NULL where it leaves its type. A quotient has a divisor that may be 0. */
      readonly each: (op: '+' | '-' | '*' | '/', left: SqlText, right: SqlText) => SqlText
      /** Completes the result of the last operator. @defaultValue the result as it is */
      readonly last?: (result: SqlText) => SqlText
      /** The condition under which rows are computed with plain operators, which are faster. @defaultValue none are */
      readonly guard?: Guard
    }

/** The condition that the numbers of a row are small: nothing that is computed from them leaves its type. */
export interface Guard {
  /**
   * The condition on a number: an INT of at most 2^size, a DECIMAL below 10^size with at most {@link GUARDED_SCALE} digits
   * after the point, or a DOUBLE that is 0 or from 2^-size to 2^size. It is not TRUE for what is no number of the language.
   */
  condition(number: SqlText, size: number): SqlText
  /** A column under the condition, where it needs no {@link SqlDialect.column}. @defaultValue it does */
  column?(text: string): string
}

/** The digits after the point of a DECIMAL that is small. */
export const GUARDED_SCALE = 4

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
  /** The end of a subquery whose columns are used more than once, which keeps the engine from computing them each time. */
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
