import type { TypedExpr } from '../../tree/typed-expr.ts'

/** The value of a node that is a constant INT; null for any other node. */
export function constantInt(typed: TypedExpr | undefined): bigint | null {
  return typed?.kind === 'constant' && typed.constant.type === 'INT' ? typed.constant.value : null
}
