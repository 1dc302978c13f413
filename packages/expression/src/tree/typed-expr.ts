import type { Constant } from '../values/constant.ts'
import { DAY } from '../values/value.ts'
import type { ValueType } from '../values/value-type.ts'
import type { ArithmeticOperator, ComparisonOperator } from './expr.ts'
import type { FunctionName } from './function-names.ts'

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

/** What stands in a tree where an error was: it has the type that silences further complaints. */
export const UNKNOWN: TypedConstant = {
  kind: 'constant',
  type: 'UNKNOWN',
  constant: { type: 'NULL', value: null },
}

/** A constant as a node. A NULL may be of any type. */
export function constantNode(constant: Constant, type: ValueType = constant.type): TypedConstant {
  return { kind: 'constant', type, constant }
}

/** A checked call. */
export function callNode(
  name: TypedCall['function'],
  type: ValueType,
  args: readonly TypedExpr[],
): TypedCall {
  return { kind: 'call', type, function: name, args }
}

/** The text of a node that is a constant text; null for any other node. */
export function constantText(typed: TypedExpr | undefined): string | null {
  return typed?.kind === 'constant' && typed.constant.type === 'STRING'
    ? typed.constant.value
    : null
}

/** Whether a node has the given type, or one that may become any: NULL, or the type after an error. */
export function hasType(typed: TypedExpr, ...types: readonly ValueType[]): boolean {
  return typed.type === 'NULL' || typed.type === 'UNKNOWN' || types.includes(typed.type)
}

/** A constant in a wider type; everything else, and a constant that does not widen to it, as it is. */
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
