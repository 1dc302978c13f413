import type { ViewDefinition } from '@tributary/catalog/internal'
import type { MetricQueryRequest } from '@tributary/contract'
import type { Session } from '../../tenant/session.ts'
import { findView } from '../views/find-view.ts'

/**
 * The request with what the saved view says that it names; what the request says itself comes first. Rejects with
 * `PLATFORM_UNKNOWN_RESOURCE`, also when the caller may not use the view.
 */
export async function withView(
  session: Session,
  { viewName, ...request }: MetricQueryRequest,
): Promise<Omit<MetricQueryRequest, 'viewName'>> {
  if (viewName == null) return request
  const view = await findView(session, viewName)
  const requestEntries = Object.entries(request).filter(([, value]) => value != null)
  const viewRequest = toQueryRequest(view.definition)
  const withoutTime = request.range == null ? viewRequest : { ...viewRequest, timeConstraint: null }
  return { ...withoutTime, ...Object.fromEntries(requestEntries) }
}

function toQueryRequest({ orders, ...definition }: ViewDefinition): MetricQueryRequest {
  return {
    ...definition,
    // A map from entries keeps a metric called `__proto__` an ordinary key.
    orders: orders.map(({ name, direction }) => Object.fromEntries([[name, direction]])),
  } as MetricQueryRequest
}
