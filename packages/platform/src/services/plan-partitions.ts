import { planResource } from '../access/plan-resource.ts'
import type { Session } from '../session.ts'
import { isPartitioned } from '../tasks/is-partitioned.ts'
import { assertCount, LARGEST_PAGE } from './assert-count.ts'
import { planOfId } from './find-plan.ts'
import type { PlanPartitionsData, PlanPartitionsQuery } from './plan-data.ts'
import { writtenPartitions } from './written-partitions.ts'

/**
 * E13: the partitions that were recorded for a plan's table, those with rows, the newest first. The table itself is
 * not read. Rejects with `PLATFORM_UNKNOWN_PLAN`, and with `ACCESS_FORBIDDEN` for a caller who may not use the plan.
 */
export async function planPartitions(
  session: Session,
  { uuid, pageNumber, pageSize }: PlanPartitionsQuery,
): Promise<PlanPartitionsData> {
  assertCount('pageNumber', pageNumber, Number.MAX_SAFE_INTEGER)
  assertCount('pageSize', pageSize, LARGEST_PAGE)
  const plan = planOfId(session, uuid, 'uuid')
  session.access.require('USE', planResource(plan), uuid)
  const state = await session.tables.state(plan.table)
  const hasData = state?.partitions.some(({ rows }) => rows > 0) ?? false
  if (!isPartitioned(session.wholeCatalog, plan))
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
