import type { PlanDefinition } from '@tributary/catalog'
import type { PlanDetailData, PlanQuery } from '@tributary/contract'
import { PlatformError } from '../../model/errors.ts'
import type { Instance } from '../../model/instance.ts'
import type { CallOptions } from '../../model/options.ts'
import { plainLocalText } from '../../requests/read-values.ts'
import type { TableState } from '../../tables/material-tables.ts'
import type { Session } from '../../tenant/session.ts'
import { findPlan } from './find-plan.ts'
import { findReadableReason } from './may-see-instance.ts'
import { listWrittenPartitions } from './written-partitions.ts'

/** Options of the detail of a plan. */
export interface PlanDetailOptions extends CallOptions {
  /** Called with the error that names the plan when there is no such plan. @defaultValue it is not called */
  readonly onMissing?: (error: PlatformError) => void
}

/** One plan, the contents of its table and its last instance; null when there is no such plan. */
export async function planDetail(
  session: Session,
  query: PlanQuery,
  { onMissing }: PlanDetailOptions = {},
): Promise<PlanDetailData | null> {
  let plan: PlanDefinition
  try {
    plan = findPlan(session, query)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'PLATFORM_UNKNOWN_PLAN') throw error
    onMissing?.(error)
    return null
  }
  return describePlan(session, plan)
}

/** A plan, the contents of its table and its last instance. */
export async function describePlan(
  session: Session,
  plan: PlanDefinition,
): Promise<PlanDetailData> {
  const { caller, catalog, tables, tasks } = session
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
    latestDataTime: findLatestDataTime(state),
    lastRefreshTime: text(findLastRefresh(state)),
    dataRangeList: [],
    latestTaskDetail: latest && toLatestTask(session, latest, text),
  }
}

function findLatestDataTime(state: TableState | null): string | null {
  const [newest] = listWrittenPartitions(state)
  return newest === undefined ? null : `${newest} 00:00:00`
}

function findLastRefresh(state: TableState | null): Date | null {
  const times = state?.partitions.map(({ refreshedAt }) => refreshedAt.valueOf()) ?? []
  return times.length === 0 ? null : new Date(times.reduce((a, b) => Math.max(a, b)))
}

function toLatestTask(
  session: Session,
  instance: Instance,
  text: (at: Date | null) => string | null,
): PlanDetailData['latestTaskDetail'] {
  const { id, status, startedAt, endedAt } = instance
  return {
    taskId: String(id),
    taskStatus: status,
    startTime: text(startedAt),
    finishedTime: text(endedAt),
    message: findReadableReason(session, instance),
  }
}
