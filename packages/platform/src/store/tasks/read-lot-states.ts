import type { InstanceStatus } from '../../model/instance.ts'
import type { Store } from '../schema.ts'

/** Partitions that instances of a plan refresh, and the last end of those of one status. */
export interface LotState {
  /** First and last partition, `YYYY-MM-DD`; null for the whole table. */
  readonly from: string | null
  readonly to: string | null
  readonly status: InstanceStatus
  /** UTC as ISO text; null before. */
  readonly endedAt: string | null
}

/** The partitions that instances of a plan refresh, each range once for each status. */
export async function readLotStates(
  store: Store,
  tenant: string,
  planId: string,
): Promise<readonly LotState[]> {
  return store
    .selectFrom('task_instance')
    .select(({ fn }) => [
      'start_partition as from',
      'end_partition as to',
      'status',
      fn.max('ended_at').as('endedAt'),
    ])
    .where('tenant', '=', tenant)
    .where('plan_id', '=', planId)
    .groupBy(['start_partition', 'end_partition', 'status'])
    .execute()
}
