import type { RequestOf, ViewDetailData } from '@tributary/contract'
import type { Session } from '../../tenant/session.ts'
import { findView, toViewHead } from './find-view.ts'

/** One metric view. Rejects with `PLATFORM_UNKNOWN_RESOURCE`, also for a view that the caller may not use. */
export async function viewDetail(
  session: Session,
  { viewName }: RequestOf<'viewDetail'>,
): Promise<ViewDetailData> {
  const view = await findView(session, viewName)
  const { metrics, dimensions, timeConstraint, filters, resultFilters, orders, metricDefinitions } =
    view.definition
  return {
    ...toViewHead(session, view),
    metrics,
    dimensions,
    timeConstraint,
    filters,
    resultFilters,
    // An entry keeps an order by a metric called `__proto__` an ordinary key.
    orders: orders.map(({ name, direction }) => Object.fromEntries([[name, direction]])),
    metricDefinitions,
  }
}
