import type { TableState } from '../acceleration/material-tables.ts'
import { planResource } from '../access/plan-resource.ts'
import type { Session } from '../session.ts'
import type { Instance } from '../tasks/instance.ts'
import { findPlan } from './find-plan.ts'
import { plainLocalText } from './local-texts.ts'
import type { LatestTaskData, PlanDetailData, PlanQuery } from './plan-data.ts'
import { writtenPartitions } from './written-partitions.ts'

/**
 * E9: a plan, what its table holds and what was done for it last. Rejects with `PLATFORM_UNKNOWN_PLAN`, and with
 * `ACCESS_FORBIDDEN` for a caller who may not use the plan.
 */
export async function planDetail(session: Session, query: PlanQuery): Promise<PlanDetailData> {
  const { access, caller, catalog, tables, tasks } = session
  const plan = findPlan(session, query)
  access.require('USE', planResource(plan), query.planId ?? plan.name)
  const state = await tables.state(plan.table)
  const latest = await tasks.latestOfPlan(caller.tenant, plan.id)
  const text = (at: Date | null): string | null =>
    at && plainLocalText(at, catalog.workspace.timeZone)
  return {
    planId: plan.id,
    name: plan.name,
    displayName: plan.displayName,
    dimensionList: plan.dimensions,
    metricList: plan.metrics,
    filterList: plan.filters,
    updateUpperInterval: plan.updateUpperInterval,
    updateLowerInterval: plan.updateLowerInterval,
    granularity: plan.granularity,
    isScheduleUpdate: plan.cron !== null,
    cron: plan.cron,
    retryCount: plan.retryCount,
    retryInterval: plan.retryInterval,
    mvTableName: plan.table.join('.'),
    latestDataTime: latestDataTime(state),
    lastRefreshTime: text(lastRefresh(state)),
    dataRangeList: [],
    latestTaskDetail: latest && latestTask(latest, text),
  }
}

function latestDataTime(state: TableState | null): string | null {
  const [newest] = writtenPartitions(state)
  return newest === undefined ? null : `${newest} 00:00:00`
}

function lastRefresh(state: TableState | null): Date | null {
  const times = state?.partitions.map(({ refreshedAt }) => refreshedAt.valueOf()) ?? []
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b)))
}

function latestTask(
  { id, status, startedAt, endedAt, message }: Instance,
  text: (at: Date | null) => string | null,
): LatestTaskData {
  return {
    taskId: String(id),
    taskStatus: status,
    startTime: text(startedAt),
    finishedTime: text(endedAt),
    message,
  }
}
