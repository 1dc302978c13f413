import type { TypedExpr } from '@tributary/expression'
import { identityOf } from './identity-of.ts'

/** The conditions joined by AND, each once, nested ANDs flat; null when there is none. */
export function allOf(conditions: readonly (TypedExpr | null)[]): TypedExpr | null {
  const operands = new Map<string, TypedExpr>()
  const add = (condition: TypedExpr): void => {
    if (condition.kind === 'logical' && condition.op === 'AND') condition.operands.forEach(add)
    else operands.set(identityOf(condition), condition)
  }
  for (const condition of conditions) if (condition !== null) add(condition)
  const all = [...operands.values()]
  const first = all[0]
  if (first === undefined) return null
  return all.length === 1 ? first : { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: all }
}
