import type { ViewListData } from '@tributary/contract'
import { unknownResourceError } from '../../model/errors.ts'
import { assertStorable, plainLocalText } from '../../requests/read-values.ts'
import {
  type MetricView,
  type MetricViewHead,
  readView,
} from '../../store/definitions/metric-views.ts'
import type { Session } from '../../tenant/session.ts'

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

/** The head of a view, as lists and the detail of the view have it. */
export function toViewHead(
  { catalog }: Session,
  view: MetricViewHead,
): ViewListData['items'][number] {
  return {
    viewName: view.name,
    displayName: view.displayName,
    description: view.description,
    createdBy: view.createdBy,
    createdAt: plainLocalText(new Date(view.createdAt), catalog.workspace.timeZone),
  }
}
