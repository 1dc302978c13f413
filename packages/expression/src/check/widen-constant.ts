import { constantNode } from '../functions/typed-calls.ts'
import { DAY } from '../value.ts'
import type { ValueType } from '../value-type.ts'
import type { TypedExpr } from './typed-expr.ts'

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
