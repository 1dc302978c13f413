import type { TypedExpr } from '@tributary/expression'

/** Splits a condition at its ANDs. */
export function splitConjunction(condition: TypedExpr): readonly TypedExpr[] {
  if (condition.kind !== 'logical' || condition.op !== 'AND') return [condition]
  return condition.operands.flatMap(splitConjunction)
}

/** Joins conditions by AND; null for none. */
export function conjunction(conditions: readonly TypedExpr[]): TypedExpr | null {
  const [first = null, ...remainingConditions] = conditions
  if (remainingConditions.length === 0) return first
  return { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: conditions }
}

/** The condition that no row fulfils. */
export const NEVER: TypedExpr = {
  kind: 'constant',
  type: 'BOOLEAN',
  constant: { type: 'BOOLEAN', value: false },
}

/** Whether a condition says by itself, as {@link NEVER} does, that no row fulfils it. */
export function isNever(condition: TypedExpr): boolean {
  return splitConjunction(condition).some(
    (part) => part.kind === 'constant' && part.constant.value !== true,
  )
}
