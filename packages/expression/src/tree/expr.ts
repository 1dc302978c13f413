import type { Span } from './span.ts'

/** The syntax tree: readonly JSON data, discriminated by `kind`. */
export type Expr =
  | NumberLiteral
  | StringLiteral
  | BooleanLiteral
  | NullLiteral
  | Field
  | Column
  | Call
  | Comparison
  | Logical
  | Not
  | Arithmetic
  | Negate

/** `12` or `0.50`; `raw` is the number as written, so that no digit is lost. */
export interface NumberLiteral {
  readonly kind: 'number'
  readonly raw: string
  readonly span: Span
}

/** `"text"`; `value` is without quotes and escapes. */
export interface StringLiteral {
  readonly kind: 'string'
  readonly value: string
  readonly span: Span
}

/** `TRUE` or `FALSE`. */
export interface BooleanLiteral {
  readonly kind: 'boolean'
  readonly value: boolean
  readonly span: Span
}

/** `NULL`. */
export interface NullLiteral {
  readonly kind: 'null'
  readonly span: Span
}

/** `[name]`: a dimension, a metric or a column. The scope resolves the name. */
export interface Field {
  readonly kind: 'field'
  readonly name: string
  readonly span: Span
}

/** `['dataset'/'column']`. */
export interface Column {
  readonly kind: 'column'
  readonly dataset: string
  readonly column: string
  readonly span: Span
}

/** `Name(argument, …)`; `name` as written, `nameSpan` is the span of the name. */
export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly nameSpan: Span
  readonly args: readonly Expr[]
  readonly span: Span
}

/** The operators of {@link Comparison}. */
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** `left op right`. Comparisons do not chain. */
export interface Comparison {
  readonly kind: 'comparison'
  readonly op: ComparisonOperator
  readonly left: Expr
  readonly right: Expr
  readonly span: Span
}

/** The operator that is equivalent with the sides swapped: `a < b` is `b > a`. */
export const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/** `a AND b AND c` as one flat node with two operands or more; no operand is a logical node of the same operator. */
export interface Logical {
  readonly kind: 'logical'
  readonly op: 'AND' | 'OR'
  readonly operands: readonly Expr[]
  readonly span: Span
}

/** `NOT operand`. */
export interface Not {
  readonly kind: 'not'
  readonly operand: Expr
  readonly span: Span
}

/** The operators of {@link Arithmetic}. */
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

/** `left op right`. Division by zero gives NULL. */
export interface Arithmetic {
  readonly kind: 'arithmetic'
  readonly op: ArithmeticOperator
  readonly left: Expr
  readonly right: Expr
  readonly span: Span
}

/** `-operand`. */
export interface Negate {
  readonly kind: 'negate'
  readonly operand: Expr
  readonly span: Span
}
