import { resolveView } from '@tributary/catalog/internal'
import type { CreateMetricViewRequest } from '@tributary/contract'
import { localTime } from '@tributary/expression/internal'
import { addViewToLineage } from '../../lineage/reconcile-views.ts'
import { invalidRequestError, viewExistsError } from '../../model/errors.ts'
import type { Caller } from '../../model/rights.ts'
import { assertStorable } from '../../requests/read-values.ts'
import type { Work } from '../../store/database/write-queue.ts'
import { insertView, type MetricView } from '../../store/definitions/metric-views.ts'
import { isDuplicate } from '../../store/store-faults.ts'
import { grantOwnership } from '../../store/users/grants.ts'
import type { Session } from '../../tenant/session.ts'
import { toViewQuestion } from './view-question.ts'

/**
 * Creates a metric view, which the caller owns, and adds it to the lineage. Rejects with `PLATFORM_VIEW_EXISTS` when
 * the name is taken, and as `resolveView` does for mistakes in the view, such as names that the caller may not use;
 * nothing is created then.
 */
export async function createMetricView(
  session: Session,
  request: CreateMetricViewRequest,
): Promise<true> {
  const { catalog, caller, clock } = session
  assertTexts(request)
  const at = clock.now()
  const question = toViewQuestion(request, localTime(at, catalog.workspace.timeZone))
  const resolved = resolveView(catalog, question)
  const view: MetricView = {
    ...resolved,
    name: request.viewName,
    displayName: request.displayName,
    description: request.description ?? null,
    source: 'OPENAPI',
    createdBy: caller.account,
    createdAt: at.toISOString(),
  }
  await addViewToLineage(session.lineageRepository, session.wholeCatalog, {
    view,
    actor: caller.account,
    alongside: storeView(caller, view),
  })
  return true
}

function storeView({ tenant, account }: Caller, view: MetricView): Work<void> {
  return async (transaction) => {
    await insertView(transaction, tenant, view).catch((error: unknown) => {
      throw isDuplicate(error) ? viewExistsError(view.name) : error
    })
    const resource = { type: 'ANALYSIS_VIEW', name: view.name } as const
    await grantOwnership(transaction, { tenant, account }, { resource, at: view.createdAt })
  }
}

const VIEW_NAME = /^[A-Za-z0-9_]{1,50}$/

function assertTexts({ viewName, displayName, description }: CreateMetricViewRequest): void {
  if (!VIEW_NAME.test(viewName)) {
    const reason = 'viewName must have 1 to 50 letters (A to Z, a to z), digits and underscores.'
    throw invalidRequestError('viewName', reason)
  }
  // As the schema counts: a character beyond the first plane is one.
  if (displayName === '' || Array.from(displayName).length > 128) {
    throw invalidRequestError('displayName', 'displayName must have 1 to 128 characters.')
  }
  assertStorable(displayName, 'displayName')
  assertStorable(description ?? '', 'description')
}
