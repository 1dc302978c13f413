import type { TypedExpr } from '@tributary/expression'

/** The conditions joined by AND, without duplicates and nested ANDs; null when there are none. */
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

/** A text that is equal for two plain values exactly when they are structurally equal. */
export function identityOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { bigint: part.toString() } : part,
  )
}

/** The conditions that an AND joins; the condition itself when it is none, none for null. */
export function conjunctsOf(condition: TypedExpr | null): readonly TypedExpr[] {
  if (condition === null) return []
  if (condition.kind !== 'logical' || condition.op !== 'AND') return [condition]
  return condition.operands.flatMap(conjunctsOf)
}
