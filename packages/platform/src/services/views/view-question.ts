import type { ViewOrderQuestion, ViewQuestion } from '@tributary/catalog/internal'
import type { CreateMetricViewRequest } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import { located, locatedOrNull, temporaryMetricsOf } from '../requests/located-texts.ts'

/** What a view says, in the fields of a request. */
export type ViewRequest = Omit<CreateMetricViewRequest, 'viewName' | 'displayName' | 'description'>

/** What a request says of a view, each text with its place; `now` is the present in the tenant's local time. */
export function viewQuestionOf(request: ViewRequest, now: bigint): ViewQuestion {
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
