import type { ViewOrderQuestion, ViewQuestion } from '@tributary/catalog/internal'
import type { CreateMetricViewRequest } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import { locatedOrNull, locateTexts, toTemporaryMetrics } from '../../requests/located-texts.ts'

/** The fields of a view in a request. */
export type ViewRequest = Omit<CreateMetricViewRequest, 'viewName' | 'displayName' | 'description'>

/** The question of a view, each text with its place in the request; `now` is the present in the tenant's local time. */
export function toViewQuestion(request: ViewRequest, now: bigint): ViewQuestion {
  return {
    metrics: locateTexts(request.metrics, 'metrics'),
    dimensions: locateTexts(request.dimensions ?? [], 'dimensions'),
    timeConstraint: locatedOrNull(request.timeConstraint, 'timeConstraint'),
    filters: locateTexts(request.filters ?? [], 'filters'),
    resultFilters: locateTexts(request.resultFilters ?? [], 'resultFilters'),
    orders: (request.orders ?? []).map((order, i) => parseViewOrder(order, `orders[${i}]`)),
    metricDefinitions: toTemporaryMetrics(request.metricDefinitions ?? {}),
    now,
  }
}

function parseViewOrder(order: Readonly<Record<string, string>>, path: string): ViewOrderQuestion {
  const [entry, ...furtherEntries] = Object.entries(order)
  if (entry === undefined || furtherEntries.length > 0) {
    const keyCountText = `${Object.keys(order).length} keys`
    const reason = `${path} has ${keyCountText}; it must have one, a metric or a dimension.`
    throw invalidRequestError(path, reason)
  }
  const [text, value] = entry
  const direction = value.toUpperCase()
  if (direction === 'ASC' || direction === 'DESC') return { name: { text, path }, direction }
  const reason = `${path}.${text} is "${value}"; it must be ASC or DESC.`
  throw invalidRequestError(`${path}.${text}`, reason)
}
