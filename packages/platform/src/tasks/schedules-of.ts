import type { PlanDefinition } from '@tributary/catalog'
import { datasetTable } from '@tributary/catalog/internal'
import type { Tenant } from '../tenant.ts'
import type { TableName } from './instance.ts'
import { isPartitioned } from './is-partitioned.ts'
import { planTask } from './plan-task.ts'
import { planKey } from './schedule-key.ts'
import { scheduledLot } from './scheduled-lot.ts'
import { sourceTrigger } from './source-trigger.ts'
import type { SourceTrigger } from './task-queue.ts'

/** Something that is done by itself at the times of a cron expression. */
export interface Schedule {
  /** Of what it is the schedule; unique within the tenant. */
  readonly subject: string
  /** The plan that it is of, by name; null for a source table's. */
  readonly plan: string | null
  /** The source table that it is of, its parts joined by points; null for a plan's. */
  readonly table: string | null
  /** Expressions; a time of any of them is one of the schedule. */
  readonly crons: readonly string[]
  /** What is to be done at one of its times. */
  at(scheduleTime: Date): SourceTrigger
}

type ScheduledTenant = Pick<Tenant, 'catalog' | 'lineage'>

/** The schedules of a tenant: of its plans, and of the files that its datasets stand on. */
export function schedulesOf(tenant: ScheduledTenant): readonly Schedule[] {
  const { plans, datasets } = tenant.catalog.workspace
  const scheduled = datasets.filter(({ cron }) => cron !== undefined)
  const byTable = Map.groupBy(scheduled, (dataset) => datasetTable(dataset).join('.'))
  return [
    ...Array.from(byTable.values(), (some) => {
      const table = datasetTable(some[0]!) as TableName
      return {
        subject: JSON.stringify(['TABLE', ...table]),
        plan: null,
        table: table.join('.'),
        crons: [...new Set(some.map(({ cron }) => cron!))],
        at: (time: Date) => sourceTrigger(tenant, { table, times: [time], runType: 'SCHEDULE' }),
      }
    }),
    ...plans.flatMap((plan) => planSchedule(tenant, plan)),
  ]
}

function planSchedule({ catalog }: ScheduledTenant, plan: PlanDefinition): readonly Schedule[] {
  const { cron } = plan
  const task = planTask(plan)
  if (cron === null || task === null) return []
  const { timeZone } = catalog.workspace
  const at = (scheduleTime: Date): SourceTrigger => {
    const lot = isPartitioned(catalog, plan)
      ? scheduledLot(plan, scheduleTime, timeZone)
      : { startPartition: null, endPartition: null }
    const instance = { ...lot, scheduleTime, scheduleKey: planKey(plan.id, scheduleTime) }
    return { source: { ...task, runType: 'SCHEDULE', instances: [instance] }, followers: [] }
  }
  const subject = JSON.stringify(['PLAN', plan.id])
  return [{ subject, plan: plan.name, table: null, crons: [cron], at }]
}
