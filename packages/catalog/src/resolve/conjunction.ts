import type { TypedExpr } from '@tributary/expression'

/** The conditions joined by AND, without duplicates and nested ANDs; null when there are none. */
export function allOf(conditions: readonly (TypedExpr | null)[]): TypedExpr | null {
  const all = withoutRepeats(conditions.flatMap(conjunctsOf))
  const first = all[0]
  if (first === undefined) return null
  return all.length === 1 ? first : { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: all }
}

/** The identity of a condition takes a walk through it, so that of different kinds of conditions it is not asked for. */
function withoutRepeats(all: readonly TypedExpr[]): readonly TypedExpr[] {
  if (all.length < 2) return all
  const kinds = new Set(all.map((one) => (one.kind === 'comparison' ? one.op : one.kind)))
  if (kinds.size === all.length) return all
  return [...new Map(all.map((one) => [identityOf(one), one])).values()]
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
