import { CatalogError } from '@tributary/catalog'
import { queryPlan, type ResolvedView, type ViewQuestion } from '@tributary/catalog/internal'
import type { CreateMetricViewRequest } from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import { localTime } from '@tributary/expression/internal'
import { addViewToLineage } from '../../lineage/reconcile-views.ts'
import { invalidRequestError, viewExistsError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Caller } from '../../model/rights.ts'
import { assertFits } from '../../requests/assert-fits.ts'
import { assertStorable } from '../../requests/read-values.ts'
import type { Work } from '../../store/database/write-queue.ts'
import { insertView, type MetricView } from '../../store/definitions/metric-views.ts'
import { isDuplicate } from '../../store/store-faults.ts'
import { grantOwnership } from '../../store/users/grants.ts'
import { readCallerAttributes } from '../../tenant/membership/caller-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import { toViewQuestion } from './view-question.ts'

/**
 * Creates a metric view, which the caller owns, and adds it to the lineage. Rejects with `PLATFORM_VIEW_EXISTS` when
 * the name is taken, and as a query of the view would for a view that cannot be answered, such as one with names that the
 * caller may not use; nothing is created then.
 */
export async function createMetricView(
  session: Session,
  request: CreateMetricViewRequest,
  { signal }: CallOptions = {},
): Promise<true> {
  const { catalog, caller, clock } = session
  assertTexts(request)
  const at = clock.now()
  const question = toViewQuestion(request, localTime(at, catalog.workspace.timeZone))
  const resolved = await planView(session, question, signal)
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

/** A range of time in place of the one that a query of the view names. */
const SOME_MONTH = {
  text: '[metric_time] >= "2001-01-01" AND [metric_time] < "2001-02-01"',
  path: 'timeConstraint',
}

/**
 * Plans a query of a view, which refuses a view that cannot be answered, and gives the view with its names mapped. A view
 * without a range of time may need one, which each query of it then names.
 */
async function planView(
  session: Session,
  question: ViewQuestion,
  signal: AbortSignal | undefined,
): Promise<ResolvedView> {
  assertFits(question, session.questionLimits)
  const user = await readCallerAttributes(session)
  const plan = (timeConstraint: ViewQuestion['timeConstraint']) => {
    const query = { ...question, timeConstraint, offset: 0, limit: 1 }
    return runInSlices(queryPlan(session.catalog, query, { user }), signal)
  }
  try {
    return (await plan(question.timeConstraint)).view
  } catch (error) {
    const needsRange = error instanceof CatalogError && error.code === 'CATALOG_WINDOW_NOT_A_RANGE'
    if (!needsRange || question.timeConstraint !== null) throw error
    const { definition, names } = (await plan(SOME_MONTH)).view
    return { definition: { ...definition, timeConstraint: null }, names }
  }
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
