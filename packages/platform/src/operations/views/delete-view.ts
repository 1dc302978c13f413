import type { RequestOf } from '@tributary/contract'
import { removeViewFromLineage } from '../../lineage/reconcile-views.ts'
import { deleteViewRow } from '../../store/definitions/metric-views.ts'
import type { Session } from '../../tenant/session.ts'
import { findView } from './find-view.ts'

/**
 * Deletes a metric view, with the rights to it and its place in the lineage. Rejects with `PLATFORM_UNKNOWN_RESOURCE`,
 * and with `ACCESS_FORBIDDEN` for a caller who may use the view and not delete it.
 */
export async function deleteView(
  session: Session,
  { viewName }: RequestOf<'deleteView'>,
): Promise<true> {
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
