import type { PlanListData, PlanListQuery } from '@tributary/contract'
import { toPlanResource } from '../../model/rights.ts'
import { pageAfter } from '../../requests/page-after.ts'
import type { Session } from '../../tenant/session.ts'
import { describePlan } from './plan-detail.ts'

/** The plans that the caller may use, by name, a page at a time. */
export async function listPlans(session: Session, query: PlanListQuery): Promise<PlanListData> {
  const { access, catalog } = session
  const visiblePlans = catalog.workspace.plans
    .filter((plan) => access.may('USE', toPlanResource(plan)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { status, ...page } = query
  const readPlanItem = async (
    plan: (typeof visiblePlans)[number],
  ): Promise<PlanListData['items'][number]> => {
    const detail = await describePlan(session, plan)
    const { planId, name, displayName, granularity, cron } = detail
    const { latestDataTime, lastRefreshTime, latestTaskDetail } = detail
    const times = { latestDataTime, lastRefreshTime, latestTaskDetail }
    return { planId, name, displayName, kind: plan.kind, granularity, cron, ...times }
  }
  if (status === undefined) {
    const { items, cursor } = pageAfter(visiblePlans, ({ name }) => name, page)
    return { items: await Promise.all(items.map(readPlanItem)), cursor }
  }
  const all = await Promise.all(visiblePlans.map(readPlanItem))
  const fitting = all.filter((item) => item.latestTaskDetail?.taskStatus === status)
  return pageAfter(fitting, ({ name }) => name, page)
}
