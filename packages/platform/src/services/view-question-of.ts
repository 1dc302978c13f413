import type { ViewOrderQuestion, ViewQuestion } from '@tributary/catalog/internal'
import { invalidRequestError } from '../errors.ts'
import { temporaryMetricsOf } from './located-temporary-metrics.ts'
import { located, locatedOrNull } from './located-texts.ts'
import type { CreateMetricViewRequest } from './metric-view-request.ts'

/** What a request says of a view, each text with its place. */
export function viewQuestionOf(request: CreateMetricViewRequest, now: bigint): ViewQuestion {
  return {
    metrics: located(request.metrics, 'metrics'),
    dimensions: located(request.dimensions ?? [], 'dimensions'),
    timeConstraint: locatedOrNull(request.timeConstraint, 'timeConstraint'),
    filters: located(request.filters ?? [], 'filters'),
    resultFilters: located(request.resultFilters ?? [], 'resultFilters'),
    orders: (request.orders ?? []).map((order, i) => orderOf(order, `orders[${i}]`)),
    metricDefinitions: temporaryMetricsOf(request.metricDefinitions ?? {}),
    now,
  }
}

function orderOf(order: Readonly<Record<string, string>>, path: string): ViewOrderQuestion {
  const [entry, ...others] = Object.entries(order)
  if (entry === undefined || others.length > 0) {
    const found = `${Object.keys(order).length} keys`
    const reason = `${path} has ${found}; it must have one, a metric or a dimension.`
    throw invalidRequestError(path, reason)
  }
  const [text, value] = entry
  const direction = value.toUpperCase()
  if (direction === 'ASC' || direction === 'DESC') return { name: { text, path }, direction }
  const reason = `${path}.${text} is "${value}"; it must be ASC or DESC.`
  throw invalidRequestError(`${path}.${text}`, reason)
}
