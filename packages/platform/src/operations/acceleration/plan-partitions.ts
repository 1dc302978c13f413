import type { PlanPartitionsData, PlanPartitionsQuery } from '@tributary/contract'
import { hasPlanPartitions } from '../../queue/schedules.ts'
import { assertCount, LARGEST_PAGE } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { findPlanById } from './find-plan.ts'
import { listWrittenPartitions } from './written-partitions.ts'

/**
 * The partitions that are recorded for a plan's table and have rows, the newest first. The table itself is not read.
 * Rejects with `PLATFORM_UNKNOWN_PLAN`.
 */
export async function planPartitions(
  session: Session,
  { uuid, pageNumber, pageSize }: PlanPartitionsQuery,
): Promise<PlanPartitionsData> {
  assertCount('pageNumber', pageNumber, Number.MAX_SAFE_INTEGER)
  assertCount('pageSize', pageSize, LARGEST_PAGE)
  const plan = findPlanById(session, uuid, 'uuid')
  const state = await session.tables.state(plan.table)
  const hasData = state?.partitions.some(({ rows }) => rows > 0) ?? false
  if (!hasPlanPartitions(session.wholeCatalog, plan))
    return { isPartition: false, hasData, partition: null }
  const written = listWrittenPartitions(state)
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
