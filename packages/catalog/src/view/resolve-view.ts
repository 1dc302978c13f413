import type { ResourceRef } from '../definitions/access.ts'
import { invalidView } from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { assertFewMetrics } from '../resolve/metrics/temporary-metric.ts'
import { splitGrain } from '../resolve/names/expression-names.ts'
import type { ViewContext, ViewDefinition, ViewMetric, ViewQuestion } from './view.ts'
import { collectViewDatasets, resultFilters, rowFilters, timeFilter } from './view-conditions.ts'
import { viewDimension, viewDimensions } from './view-dimensions.ts'
import { viewMetricDefinition } from './view-metric-definition.ts'
import { viewMetric, viewMetrics } from './view-metrics.ts'

/** A metric view that has been checked. */
export interface ResolvedView {
  readonly definition: ViewDefinition
  /** The metrics and dimensions that it names, each once, without those that they are defined by. */
  readonly names: readonly ResourceRef[]
}

/**
 * Maps the names of a metric view and checks all that it says.
 *
 * Throws a `CatalogError` for names, and an `ExpressionError` for a wrong expression; both carry the place in
 * the request as `details.path`. `typeOf` gives the types that metrics have in result filters; without it all are numbers.
 */
export function resolveView(
  catalog: Catalog,
  question: ViewQuestion,
  typeOf: ViewContext['typeOf'] = () => 'DOUBLE',
): ResolvedView {
  assertFewMetrics(question.metricDefinitions)
  const names = new Map<string, ResourceRef>()
  const context: ViewContext = {
    catalog,
    question,
    datasets: new Map(),
    typeOf,
    named: (resource) => names.set(`${resource.type} ${resource.name}`, resource),
  }
  return { definition: resolveViewDefinition(context), names: [...names.values()] }
}

function resolveViewDefinition(context: ViewContext): ViewDefinition {
  const { question } = context
  const metrics = viewMetrics(context)
  const datasets = collectViewDatasets(metrics)
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

/**
 * The order of the view, most significant first, names mapped. Throws for an unknown or repeated name.
 */
function viewOrders(
  context: ViewContext,
  metrics: readonly ViewMetric[],
): ViewDefinition['orders'] {
  const listedKeys = new Set<string>()
  return context.question.orders.map(({ name: entry, direction }) => {
    const isMetric = isOrderedByMetric(context, metrics, entry)
    const name = isMetric ? viewMetric(context, entry).name : viewDimension(context, metrics, entry)
    const key = `${isMetric} ${name}`
    if (listedKeys.has(key)) throw invalidView(entry.path, `"${name}" is listed twice in "orders"`)
    listedKeys.add(key)
    return { name, direction }
  })
}

/** A name may fit a metric and a dimension; then the one that the view lists is meant. */
function isOrderedByMetric(
  { catalog, question }: ViewContext,
  metrics: readonly ViewMetric[],
  { text, path }: Located,
): boolean {
  if (question.metricDefinitions.has(text)) return true
  const fits = catalog.metrics.find(text)
  const { name } = splitGrain(text, catalog.workspace.calendar)
  const dimensions = name === METRIC_TIME ? [] : catalog.dimensions.find(name)
  if (fits.length === 0) return dimensions.length === 0 && name !== METRIC_TIME
  if (dimensions.length === 0) return true
  const isListedMetric = metrics.some((metric) =>
    fits.some((candidate) => candidate.name === metric.name),
  )
  const isListedDimension = question.dimensions.some((entry) =>
    catalog.dimensions
      .find(splitGrain(entry.text.trim(), catalog.workspace.calendar).name)
      .some((candidate) => dimensions.includes(candidate)),
  )
  if (isListedMetric !== isListedDimension) return isListedMetric
  const metric = fits[0]!.name
  const dimension = dimensions[0]!.name
  const reason = `"${text}" fits the metric "${metric}" and the dimension "${dimension}"; list one of them, or use a name that only one has`
  throw invalidView(path, reason)
}
