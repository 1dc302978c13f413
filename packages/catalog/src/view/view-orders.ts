import { METRIC_TIME } from '../definitions/metric-time.ts'
import { invalidView } from '../errors.ts'
import { splitGrain } from '../resolve/grain-suffix.ts'
import type { Located } from '../resolve/located.ts'
import type { ViewContext, ViewMetric } from './view-context.ts'
import type { ViewDefinition } from './view-definition.ts'
import { viewDimension } from './view-dimensions.ts'
import { viewMetric } from './view-metrics.ts'

/** What the view is sorted by, the first first, names mapped. Throws for an unknown name, and for one that stands twice. */
export function viewOrders(
  context: ViewContext,
  metrics: readonly ViewMetric[],
): ViewDefinition['orders'] {
  const seen = new Set<string>()
  return context.question.orders.map(({ name: entry, direction }) => {
    const isMetric = isOrderedByMetric(context, metrics, entry)
    const name = isMetric ? viewMetric(context, entry).name : viewDimension(context, metrics, entry)
    const key = `${isMetric} ${name}`
    if (seen.has(key)) throw invalidView(entry.path, `The view is sorted by "${name}" twice`)
    seen.add(key)
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
  const { name } = splitGrain(text)
  const dimensions = name === METRIC_TIME ? [] : catalog.dimensions.find(name)
  if (fits.length === 0) return dimensions.length === 0 && name !== METRIC_TIME
  if (dimensions.length === 0) return true
  const isListedMetric = metrics.some((metric) => fits.some((one) => one.name === metric.name))
  const isListedDimension = question.dimensions.some((entry) =>
    catalog.dimensions
      .find(splitGrain(entry.text.trim()).name)
      .some((one) => dimensions.includes(one)),
  )
  if (isListedMetric !== isListedDimension) return isListedMetric
  const metric = fits[0]!.name
  const dimension = dimensions[0]!.name
  const reason = `"${text}" fits the metric "${metric}" and the dimension "${dimension}"; list one of them, or use a name that only one has`
  throw invalidView(path, reason)
}
