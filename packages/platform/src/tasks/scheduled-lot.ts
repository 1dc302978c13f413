import type { PlanDefinition } from '@tributary/catalog'
import { addGrain, truncate } from '@tributary/expression'
import { localTime } from '../local-time.ts'
import type { NewInstance } from './task-queue.ts'

/** The partitions that a run refreshes. */
export type ScheduledLot = Pick<NewInstance, 'startPartition' | 'endPartition'>

/**
 * What a plan with partitions refreshes at a time of a schedule: from `updateLowerInterval` to
 * `updateUpperInterval` partitions before the one that the time is in, on the tenant's wall clock.
 */
export function scheduledLot(
  plan: Pick<PlanDefinition, 'granularity' | 'updateLowerInterval' | 'updateUpperInterval'>,
  scheduleTime: Date,
  timeZone: string,
): ScheduledLot {
  const now = truncate(localTime(scheduleTime, timeZone), plan.granularity)
  const before = (grains: number): string => dateText(addGrain(now, -grains, plan.granularity))
  return {
    startPartition: before(Math.max(plan.updateLowerInterval, plan.updateUpperInterval)),
    endPartition: before(Math.min(plan.updateLowerInterval, plan.updateUpperInterval)),
  }
}

function dateText(time: bigint): string {
  return new Date(Number(time / 1_000n)).toISOString().slice(0, 10)
}
