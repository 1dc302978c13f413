import type { TypedExpr, TypedReference } from '../../tree/typed-expr.ts'
import { listTypedChildren, withTypedChildren } from '../../tree/visit-typed.ts'
import type { AggregateLeaf } from '../definition.ts'
import { getFunctionDefinition } from '../registry.ts'

/**
 * Replaces the aggregates in the checked tree of a metric: each call becomes a formula over the references that `leaf`
 * gives for the aggregates. `Avg(x)` becomes a quotient of two leaves.
 */
export function extractAggregates(
  typed: TypedExpr,
  leaf: (leaf: AggregateLeaf) => TypedReference,
): TypedExpr {
  if (typed.kind === 'call') {
    const definition = getFunctionDefinition(typed.function)
    if (definition.family === 'aggregate') return definition.aggregated(typed, leaf)
  }
  const children = listTypedChildren(typed)
  return withTypedChildren(
    typed,
    children.map((child) => extractAggregates(child, leaf)),
  )
}
