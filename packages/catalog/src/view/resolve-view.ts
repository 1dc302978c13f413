import type { Catalog } from '../catalog.ts'
import type { ResourceRef } from '../definitions/grant.ts'
import { tooManyMetrics } from '../errors.ts'
import type { ViewContext } from './view-context.ts'
import type { ViewDefinition } from './view-definition.ts'
import { viewDimensions } from './view-dimensions.ts'
import { datasetsOf, rowFilters, timeFilter } from './view-filters.ts'
import { viewMetricDefinition } from './view-metric-definition.ts'
import { viewMetrics } from './view-metrics.ts'
import { viewOrders } from './view-orders.ts'
import type { ViewQuestion } from './view-question.ts'
import { resultFilters } from './view-result-filters.ts'

/** A metric view that can be kept. */
export interface ResolvedView {
  readonly definition: ViewDefinition
  /** The metrics and dimensions that it names, each once; what those are built from is not in it. */
  readonly names: readonly ResourceRef[]
}

/**
 * Maps the names of a metric view and checks all that it says. `named` is told of everything that it names (a
 * column stands for its dataset) as soon as that is known, and may throw for what the asker may not use.
 *
 * Throws a `CatalogError` for names, and an `ExpressionError` for a wrong expression; both carry the place in
 * the request as `details.path`.
 */
export function resolveView(
  catalog: Catalog,
  question: ViewQuestion,
  named: (resource: ResourceRef) => void = () => {},
): ResolvedView {
  const { metricDefinitions } = question
  if (metricDefinitions.size > MOST_TEMPORARY_METRICS) {
    throw tooManyMetrics(metricDefinitions.size, MOST_TEMPORARY_METRICS, 'metricDefinitions')
  }
  const names = new Map<string, ResourceRef>()
  const context: ViewContext = {
    catalog,
    question,
    datasets: new Map(),
    named: (resource) => {
      named(resource)
      if (resource.type !== 'DATASET') names.set(`${resource.type} ${resource.name}`, resource)
    },
  }
  return { definition: definitionOf(context), names: [...names.values()] }
}

/** As many as a question may define. */
const MOST_TEMPORARY_METRICS = 100

function definitionOf(context: ViewContext): ViewDefinition {
  const { question } = context
  const metrics = viewMetrics(context)
  const datasets = datasetsOf(metrics)
  return {
    metrics: metrics.map(({ name }) => name),
    dimensions: viewDimensions(context, metrics),
    timeConstraint: timeFilter(context, datasets, question.timeConstraint),
    filters: rowFilters(context, datasets, question.filters),
    resultFilters: resultFilters(context, metrics),
    orders: viewOrders(context, metrics),
    // A map from entries keeps a metric called `__proto__` an ordinary key.
    metricDefinitions: Object.fromEntries(
      [...question.metricDefinitions].map(([key, temporary]) => [
        key,
        viewMetricDefinition(context, key, temporary),
      ]),
    ),
  }
}
