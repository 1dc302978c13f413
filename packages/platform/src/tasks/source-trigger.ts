import type { Catalog } from '@tributary/catalog'
import type { LineageGraph } from '@tributary/lineage'
import type { RunType, TableName } from './instance.ts'
import { isPartitioned } from './is-partitioned.ts'
import { planTask } from './plan-task.ts'
import { plansAfter } from './plans-after.ts'
import { downstreamKey, sourceKey } from './schedule-key.ts'
import { type ScheduledLot, scheduledLot } from './scheduled-lot.ts'
import type { SourceTrigger } from './task-queue.ts'

/** Which source table is looked at again, for which times of its schedule. */
export interface SourceTimes {
  readonly table: TableName
  readonly times: readonly Date[]
  readonly runType: RunType
}

const WHOLE: ScheduledLot = { startPartition: null, endPartition: null }

/** What has to be done for a source table, for `TaskQueue.trigger`: its own instances, and those of the plans after it. */
export function sourceTrigger(
  tenant: { readonly catalog: Catalog; readonly lineage: LineageGraph },
  { table, times, runType }: SourceTimes,
): SourceTrigger {
  const { catalog } = tenant
  const { timeZone } = catalog.workspace
  const inOrder = times.toSorted((a, b) => a.getTime() - b.getTime())
  return {
    source: {
      ...{ name: table[2], taskType: 'TABLE', runType, planId: null, table },
      instances: inOrder.map((scheduleTime) => ({
        ...WHOLE,
        scheduleTime,
        scheduleKey: sourceKey(table, scheduleTime),
      })),
    },
    followers: plansAfter(tenant, table).flatMap((plan) => {
      const task = planTask(plan)
      if (task === null) return []
      const hasPartitions = isPartitioned(catalog, plan)
      const instances = inOrder.map((scheduleTime) => ({
        ...(hasPartitions ? scheduledLot(plan, scheduleTime, timeZone) : WHOLE),
        scheduleTime,
        scheduleKey: downstreamKey(plan.id, table, scheduleTime),
      }))
      return [{ ...task, runType, instances }]
    }),
  }
}
