import type { TypedExpr, TypedReference } from '../../check/typed-expr.ts'
import { typedChildrenOf, withTypedChildren } from '../../visit/typed-children.ts'
import { functionNamed } from '../registry.ts'
import type { AggregateLeaf } from './aggregate-function.ts'

/**
 * A checked tree of a metric without its aggregates: every call of one becomes a formula over the references
 * that `leaf` gives for what is to be aggregated. `Avg(x)` becomes a quotient of two leaves.
 */
export function extractAggregates(
  typed: TypedExpr,
  leaf: (leaf: AggregateLeaf) => TypedReference,
): TypedExpr {
  if (typed.kind === 'call') {
    const definition = functionNamed(typed.function)
    if (definition.family === 'aggregate') return definition.aggregated(typed, leaf)
  }
  const children = typedChildrenOf(typed)
  return withTypedChildren(
    typed,
    children.map((child) => extractAggregates(child, leaf)),
  )
}
