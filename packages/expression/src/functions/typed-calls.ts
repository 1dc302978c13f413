import type { TypedCall, TypedConstant, TypedExpr } from '../check/typed-expr.ts'
import type { Constant } from '../constant.ts'
import type { ValueType } from '../value-type.ts'

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
