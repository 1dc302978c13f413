import type { ViewListData, ViewListQuery } from '@tributary/contract'
import { pageAfter } from '../../requests/page-after.ts'
import { readViewHeads } from '../../store/definitions/metric-views.ts'
import type { Session } from '../../tenant/session.ts'
import { toViewHead } from './find-view.ts'

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
