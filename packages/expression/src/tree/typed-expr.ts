import type { Constant } from '../values/constant.ts'
import { DAY } from '../values/value.ts'
import type { ValueType } from '../values/value-type.ts'
import type { ArithmeticOperator, ComparisonOperator } from './expr.ts'
import type { FunctionName } from './function-names.ts'

/**
 * A checked tree, all that a back end needs: names are resolved to {@link TypedReference}s, constant
 * expressions are computed, `Now()` is the moment of the request, and calculated names are replaced by their
 * own checked trees.
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

/** A constant value. */
export interface TypedConstant {
  readonly kind: 'constant'
  readonly type: ValueType
  readonly constant: Constant
}

/**
 * A value that the back end supplies: the column `name` of the table with the alias `table`, or, in the
 * formula of a metric, the leaf `name` (then `table` is null).
 */
export interface TypedReference {
  readonly kind: 'reference'
  readonly type: ValueType
  readonly table: string | null
  readonly name: string
}

/** A call of a function, by its canonical name. */
export interface TypedCall {
  readonly kind: 'call'
  readonly type: ValueType
  readonly function: FunctionName
  readonly args: readonly TypedExpr[]
}

/** A comparison of two values of one kind; NULL when one side is NULL. */
export interface TypedComparison {
  readonly kind: 'comparison'
  readonly type: 'BOOLEAN'
  readonly op: ComparisonOperator
  readonly left: TypedExpr
  readonly right: TypedExpr
}

/** `AND` or `OR` of two or more operands, in three-valued logic. */
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

/** Arithmetic; NULL when one side is NULL or the divisor is zero. */
export interface TypedArithmetic {
  readonly kind: 'arithmetic'
  readonly type: ValueType
  readonly op: ArithmeticOperator
  readonly left: TypedExpr
  readonly right: TypedExpr
}

/** A number with its sign changed. */
export interface TypedNegate {
  readonly kind: 'negate'
  readonly type: ValueType
  readonly operand: TypedExpr
}

/** The node of an expression with an error. Its type prevents further errors that would follow from it. */
export const UNKNOWN: TypedConstant = {
  kind: 'constant',
  type: 'UNKNOWN',
  constant: { type: 'NULL', value: null },
}

/** The node of a constant. A NULL may have any type. */
export function constantNode(constant: Constant, type: ValueType = constant.type): TypedConstant {
  return { kind: 'constant', type, constant }
}

/** The node of a checked call. */
export function callNode(
  name: TypedCall['function'],
  type: ValueType,
  args: readonly TypedExpr[],
): TypedCall {
  return { kind: 'call', type, function: name, args }
}

/** A constant STRING node. */
export function textNode(value: string): TypedConstant {
  return constantNode({ type: 'STRING', value })
}

/** The text of a constant STRING node; null for any other node. */
export function constantText(typed: TypedExpr | undefined): string | null {
  return typed?.kind === 'constant' && typed.constant.type === 'STRING'
    ? typed.constant.value
    : null
}

/** Whether a node has one of the types, or a type that converts to any: NULL or UNKNOWN. */
export function hasType(typed: TypedExpr, ...types: readonly ValueType[]): boolean {
  return typed.type === 'NULL' || typed.type === 'UNKNOWN' || types.includes(typed.type)
}

/** Converts a constant to a wider type. Other nodes, and constants that do not convert, are returned as they are. */
export function widenConstant(typed: TypedExpr, type: ValueType): TypedExpr {
  if (typed.kind !== 'constant' || typed.type === type) return typed
  const { constant } = typed
  if (constant.type === 'NULL' && typed.type !== 'UNKNOWN') return constantNode(constant, type)
  if (constant.type === 'DATE' && type === 'TIMESTAMP') {
    return constantNode({ type, value: BigInt(constant.value) * DAY })
  }
  if (constant.type === 'INT' && type === 'DECIMAL') {
    return constantNode({ type, value: String(constant.value) })
  }
  if ((constant.type === 'INT' || constant.type === 'DECIMAL') && type === 'DOUBLE') {
    return constantNode({ type, value: Number(constant.value) })
  }
  return typed
}
