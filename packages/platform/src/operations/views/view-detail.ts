import type { ViewDetailData, ViewListData, ViewListQuery } from '@tributary/contract'
import { removeViewFromLineage } from '../../lineage/reconcile-views.ts'
import { unknownResourceError } from '../../model/errors.ts'
import { pageAfter } from '../../requests/page-after.ts'
import { assertStorable, plainLocalText } from '../../requests/read-values.ts'
import {
  deleteViewRow,
  type MetricView,
  type MetricViewHead,
  readView,
  readViewHeads,
} from '../../store/definitions/metric-views.ts'
import type { Session } from '../../tenant/session.ts'

/** The metric views that the caller may use, by name, a page at a time. */
export async function listViews(session: Session, query: ViewListQuery): Promise<ViewListData> {
  const { access, caller, store } = session
  const heads = await readViewHeads(store, caller.tenant)
  const visibleViews = heads
    .filter(({ name }) => access.may('USE', { type: 'ANALYSIS_VIEW', name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { items, cursor } = pageAfter(visibleViews, ({ name }) => name, query)
  return { items: items.map((head) => toViewHead(session, head)), cursor }
}

/** One metric view. Rejects with `PLATFORM_UNKNOWN_RESOURCE`, also for a view that the caller may not use. */
export async function viewDetail(session: Session, viewName: string): Promise<ViewDetailData> {
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

/**
 * Deletes a metric view, with the rights to it and its place in the lineage. Rejects with `PLATFORM_UNKNOWN_RESOURCE`,
 * and with `ACCESS_FORBIDDEN` for a caller who may use the view and not delete it.
 */
export async function deleteView(session: Session, viewName: string): Promise<true> {
  const { access, caller, lineageRepository } = session
  const { name } = await findView(session, viewName)
  access.require('DELETE', { type: 'ANALYSIS_VIEW', name })
  await removeViewFromLineage(lineageRepository, {
    name,
    actor: caller.account,
    alongside: (transaction) => deleteViewRow(transaction, caller.tenant, name),
  })
  return true
}

/** A view that the caller may use. Rejects with `PLATFORM_UNKNOWN_RESOURCE` for any other. */
export async function findView(
  { access, caller, store }: Session,
  viewName: string,
): Promise<MetricView> {
  assertStorable(viewName, 'viewName')
  const view = await readView(store, caller.tenant, viewName)
  if (view !== null && access.may('USE', { type: 'ANALYSIS_VIEW', name: view.name })) return view
  throw unknownResourceError('ANALYSIS_VIEW', viewName, 'viewName')
}

function toViewHead({ catalog }: Session, view: MetricViewHead) {
  return {
    viewName: view.name,
    displayName: view.displayName,
    description: view.description,
    createdBy: view.createdBy,
    createdAt: plainLocalText(new Date(view.createdAt), catalog.workspace.timeZone),
  }
}
