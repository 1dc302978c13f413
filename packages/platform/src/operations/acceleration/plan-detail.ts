import type {
  PlanDetailData,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
} from '@tributary/contract'
import type { Instance } from '../../model/instance.ts'
import { hasPlanPartitions } from '../../queue/schedules.ts'
import { assertCount, LARGEST_PAGE, plainLocalText } from '../../requests/read-values.ts'
import type { TableState } from '../../tables/material-tables.ts'
import type { Session } from '../../tenant/session.ts'
import { findPlan, planOfId } from './find-plan.ts'

/**
 * E9: a plan, the contents of its table and its last instance. Rejects with `PLATFORM_UNKNOWN_PLAN`.
 */
export async function planDetail(session: Session, query: PlanQuery): Promise<PlanDetailData> {
  const { caller, catalog, tables, tasks } = session
  const plan = findPlan(session, query)
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
): PlanDetailData['latestTaskDetail'] {
  return {
    taskId: String(id),
    taskStatus: status,
    startTime: text(startedAt),
    finishedTime: text(endedAt),
    message,
  }
}

/**
 * E13: the partitions that were recorded for a plan's table, those with rows, the newest first. The table itself is
 * not read. Rejects with `PLATFORM_UNKNOWN_PLAN`.
 */
export async function planPartitions(
  session: Session,
  { uuid, pageNumber, pageSize }: PlanPartitionsQuery,
): Promise<PlanPartitionsData> {
  assertCount('pageNumber', pageNumber, Number.MAX_SAFE_INTEGER)
  assertCount('pageSize', pageSize, LARGEST_PAGE)
  const plan = planOfId(session, uuid, 'uuid')
  const state = await session.tables.state(plan.table)
  const hasData = state?.partitions.some(({ rows }) => rows > 0) ?? false
  if (!hasPlanPartitions(session.wholeCatalog, plan))
    return { isPartition: false, hasData, partition: null }
  const written = writtenPartitions(state)
  const start = (pageNumber - 1) * pageSize
  const end = start + pageSize
  const partition = {
    paritionList: written.slice(start, end).map((value) => ({ value })),
    hasNext: end < written.length,
    total: written.length,
    pageNumber,
    pageSize,
  }
  return { isPartition: true, hasData, partition }
}

/** What the record of a table without partitions is kept under. */
const WHOLE = 'ALL'

/** The partitions of a table that rows were written to, the newest first. */
function writtenPartitions(state: TableState | null): readonly string[] {
  const written = state?.partitions.filter(({ rows, value }) => rows > 0 && value !== WHOLE) ?? []
  return written.map(({ value }) => value).toSorted((a, b) => (a < b ? 1 : -1))
}
