import {
  type Interval,
  intervalsOf,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'

/**
 * The stretches of time that a window's condition names: sorted, disjoint, half-open, in microseconds
 * since 1970-01-01. Parts of an AND that do not speak of time (`[origin] = "ATL"`) are left aside. Null
 * when time stands in any other kind of condition, or nowhere.
 */
export function windowIntervals(condition: TypedExpr, time: TypedExpr): readonly Interval[] | null {
  if (time.kind !== 'reference') return null
  const isTime = (reference: TypedReference): boolean =>
    reference.table === time.table && reference.name === time.name
  const parts = conjuncts(condition).filter((part) => typedReferences(part).some(isTime))
  const [first, ...rest] = parts
  if (first === undefined) return null
  const joined: TypedExpr =
    rest.length === 0
      ? first
      : { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: [first, ...rest] }
  return intervalsOf(joined, isTime)
}

function conjuncts(condition: TypedExpr): readonly TypedExpr[] {
  if (condition.kind !== 'logical' || condition.op !== 'AND') return [condition]
  return condition.operands.flatMap(conjuncts)
}
