import type { TypedExpr } from '@tributary/expression'

/** The conditions that an AND joins; the condition itself when it is none, none for null. */
export function conjunctsOf(condition: TypedExpr | null): readonly TypedExpr[] {
  if (condition === null) return []
  if (condition.kind !== 'logical' || condition.op !== 'AND') return [condition]
  return condition.operands.flatMap(conjunctsOf)
}
