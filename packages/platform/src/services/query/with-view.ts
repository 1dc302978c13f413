import type { ViewDefinition } from '@tributary/catalog/internal'
import type { MetricQueryRequest } from '@tributary/contract'
import { unknownResourceError } from '../../model/errors.ts'
import { readView } from '../../store/metric-views.ts'
import type { Session } from '../../tenant/session.ts'
import { assertStorable } from '../requests/read-values.ts'

/**
 * The request with what the saved view says that it names; what the request says itself comes first. Rejects with
 * `PLATFORM_UNKNOWN_RESOURCE`, also when the caller may not use the view.
 */
export async function withView(
  { access, caller, store }: Session,
  { viewName, ...request }: MetricQueryRequest,
): Promise<Omit<MetricQueryRequest, 'viewName'>> {
  if (viewName == null) return request
  assertStorable(viewName, 'viewName')
  const view = await readView(store, caller.tenant, viewName)
  if (view === null || !access.may('USE', { type: 'ANALYSIS_VIEW', name: viewName })) {
    throw unknownResourceError('ANALYSIS_VIEW', viewName, 'viewName')
  }
  const given = Object.entries(request).filter(([, value]) => value != null)
  const kept = requestOf(view.definition)
  const withoutTime = request.range == null ? kept : { ...kept, timeConstraint: null }
  return { ...withoutTime, ...Object.fromEntries(given) }
}

function requestOf({ orders, ...definition }: ViewDefinition): MetricQueryRequest {
  return {
    ...definition,
    // A map from entries keeps a metric called `__proto__` an ordinary key.
    orders: orders.map(({ name, direction }) => Object.fromEntries([[name, direction]])),
  } as MetricQueryRequest
}
