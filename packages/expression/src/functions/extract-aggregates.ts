import type { TypedExpr, TypedReference } from '../tree/typed-expr.ts'
import { mapTypedChildren } from '../tree/visit-typed.ts'
import type { AggregateMeasure } from './definition/definition.ts'
import { getFunctionRules } from './registry.ts'

/**
 * Replaces the aggregates in the checked tree of a metric: each call becomes a formula over the references that `measure`
 * gives for the aggregates. `Avg(x)` becomes a quotient of two measures.
 */
export function extractAggregates(
  typed: TypedExpr,
  measure: (measure: AggregateMeasure) => TypedReference,
): TypedExpr {
  if (typed.kind === 'call') {
    const definition = getFunctionRules(typed.function)
    if (definition.family === 'aggregate') return definition.aggregated(typed, measure)
  }
  return mapTypedChildren(typed, (child) => extractAggregates(child, measure))
}
