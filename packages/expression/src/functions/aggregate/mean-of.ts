import type { TypedExpr, TypedReference } from '../../tree/typed-expr.ts'
import type { AggregateLeaf } from '../definition.ts'

/** A mean as the quotient of two leaves. */
export function meanOf(
  argument: TypedExpr,
  filter: TypedExpr | null,
  leaf: (leaf: AggregateLeaf) => TypedReference,
): TypedExpr {
  const left = leaf({ aggregate: 'SUM', argument, filter })
  const right = leaf({ aggregate: 'COUNT', argument, filter })
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
}
