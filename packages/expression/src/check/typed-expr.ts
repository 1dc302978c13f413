import type { ArithmeticOperator } from '../ast/arithmetic.ts'
import type { ComparisonOperator } from '../ast/comparison.ts'
import type { Constant } from '../constant.ts'
import type { FunctionName } from '../functions/registry.ts'
import type { ValueType } from '../value-type.ts'

/**
 * A checked tree: every name resolved to a {@link TypedReference}, every constant sub-tree folded,
 * `Now()` replaced by the request's moment, calculated names replaced by their own checked trees.
 * Back ends (the row evaluator, SQL) need nothing else.
 */
export type TypedExpr =
  | TypedConstant
  | TypedReference
  | TypedCall
  | TypedComparison
  | TypedLogical
  | TypedNot
  | TypedArithmetic
  | TypedNegate

/** A known value. */
export interface TypedConstant {
  readonly kind: 'constant'
  readonly type: ValueType
  readonly constant: Constant
}

/**
 * Something that the back end supplies: column `name` of the table used under the alias `table`, or,
 * in a metric formula, the leaf `name` (then `table` is null).
 */
export interface TypedReference {
  readonly kind: 'reference'
  readonly type: ValueType
  readonly table: string | null
  readonly name: string
}

/** A call of a function of the registry, by its canonical name. */
export interface TypedCall {
  readonly kind: 'call'
  readonly type: ValueType
  readonly function: FunctionName
  readonly args: readonly TypedExpr[]
}

/** A comparison of two comparable sides; three-valued. */
export interface TypedComparison {
  readonly kind: 'comparison'
  readonly type: 'BOOLEAN'
  readonly op: ComparisonOperator
  readonly left: TypedExpr
  readonly right: TypedExpr
}

/** `AND` or `OR` of two operands or more; three-valued. */
export interface TypedLogical {
  readonly kind: 'logical'
  readonly type: 'BOOLEAN'
  readonly op: 'AND' | 'OR'
  readonly operands: readonly TypedExpr[]
}

/** `NOT`; NULL stays NULL. */
export interface TypedNot {
  readonly kind: 'not'
  readonly type: 'BOOLEAN'
  readonly operand: TypedExpr
}

/** Arithmetic; NULL in, NULL out; a zero divisor gives NULL. */
export interface TypedArithmetic {
  readonly kind: 'arithmetic'
  readonly type: ValueType
  readonly op: ArithmeticOperator
  readonly left: TypedExpr
  readonly right: TypedExpr
}

/** A changed sign. */
export interface TypedNegate {
  readonly kind: 'negate'
  readonly type: ValueType
  readonly operand: TypedExpr
}
