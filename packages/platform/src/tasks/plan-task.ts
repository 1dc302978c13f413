import type { PlanDefinition } from '@tributary/catalog'
import type { NewTask } from './task-queue.ts'

/** Seconds from a failure to the next try, of a plan that says how often but not when. */
const USUAL_RETRY_INTERVAL = 60

/** What every task of a plan says, whoever asks for it; null for a plan that somebody else fills. */
export function planTask(plan: PlanDefinition): Omit<NewTask, 'runType' | 'instances'> | null {
  if (plan.kind === 'EXTERNAL') return null
  return {
    name: plan.name,
    taskType: plan.kind === 'RESULT' ? 'RESULT_PLAN' : 'ACCELERATION_PLAN',
    planId: plan.id,
    table: plan.table,
    retryCount: plan.retryCount ?? 0,
    retryInterval: plan.retryInterval ?? USUAL_RETRY_INTERVAL,
  }
}
