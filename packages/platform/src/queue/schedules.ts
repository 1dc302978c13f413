import type { Catalog, PlanDefinition, Workspace } from '@tributary/catalog'
import { datasetTable, grainIn, planMaterialisation } from '@tributary/catalog/internal'
import { addGrain, truncate } from '@tributary/expression'
import { localTime } from '@tributary/expression/internal'
import type { NewInstance, NewTask, RunType, SourceTrigger, TableName } from '../model/instance.ts'
import { findDownstreamPlans, type ScheduledTenant } from './downstream-plans.ts'

/** Work that is due at the times of cron expressions. */
export interface Schedule {
  /** Key of the plan or source table; unique within the tenant. */
  readonly subject: string
  /** The name of its plan; null for a source table. */
  readonly plan: string | null
  /** Its source table, the parts joined by points; null for a plan. */
  readonly table: string | null
  /** Cron expressions; the schedule has the times of all of them. */
  readonly crons: readonly string[]
  /** The tasks to create for one of its times. */
  at(scheduleTime: Date): SourceTrigger
}

/** The schedules of a tenant: those of its plans, and those of the files that its datasets read. */
export function listSchedules(tenant: ScheduledTenant): readonly Schedule[] {
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
        at: (time: Date) =>
          createSourceTrigger(tenant, { table, times: [time], runType: 'SCHEDULE' }),
      }
    }),
    ...plans.flatMap((plan) => createPlanSchedule(tenant, plan)),
  ]
}

function createPlanSchedule(
  { catalog }: ScheduledTenant,
  plan: PlanDefinition,
): readonly Schedule[] {
  const { cron } = plan
  const task = createPlanTask(plan)
  if (cron === null || task === null) return []
  const at = (scheduleTime: Date): SourceTrigger => {
    const lot = hasPlanPartitions(catalog, plan)
      ? toScheduledLot(plan, scheduleTime, catalog.workspace)
      : { startPartition: null, endPartition: null }
    const instance = { ...lot, scheduleTime, scheduleKey: toPlanKey(plan.id, scheduleTime) }
    return { source: { ...task, runType: 'SCHEDULE', instances: [instance] }, followers: [] }
  }
  const subject = JSON.stringify(['PLAN', plan.id])
  return [{ subject, plan: plan.name, table: null, crons: [cron], at }]
}

/** Which source table is looked at again, for which times of its schedule. */
interface SourceTimes {
  readonly table: TableName
  readonly times: readonly Date[]
  readonly runType: RunType
}

const WHOLE_TABLE: ScheduledLot = { startPartition: null, endPartition: null }

/** The instances of a source table and of the plans after it, for `TaskQueue.trigger`. */
export function createSourceTrigger(
  tenant: ScheduledTenant,
  { table, times, runType }: SourceTimes,
): SourceTrigger {
  const { catalog } = tenant
  const inOrder = times.toSorted((a, b) => a.getTime() - b.getTime())
  return {
    source: {
      name: table[2],
      taskType: 'TABLE',
      runType,
      planId: null,
      table,
      instances: inOrder.map((scheduleTime) => ({
        ...WHOLE_TABLE,
        scheduleTime,
        scheduleKey: toSourceKey(table, scheduleTime),
      })),
    },
    followers: findDownstreamPlans(tenant, table).flatMap((plan) => {
      const task = createPlanTask(plan)
      if (task === null) return []
      const hasPartitions = hasPlanPartitions(catalog, plan)
      const instances = inOrder.map((scheduleTime) => ({
        ...(hasPartitions ? toScheduledLot(plan, scheduleTime, catalog.workspace) : WHOLE_TABLE),
        scheduleTime,
        scheduleKey: toDownstreamKey(plan.id, table, scheduleTime),
      }))
      return [{ ...task, runType, instances }]
    }),
  }
}

/** Seconds from a failure to the next try, of a plan that says how often but not when. */
const USUAL_RETRY_INTERVAL = 60

/** The part of a task that is the same for every run of a plan; null for an external plan. */
export function createPlanTask(
  plan: PlanDefinition,
): Omit<NewTask, 'runType' | 'instances'> | null {
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

/** The partitions that a run refreshes. */
type ScheduledLot = Pick<NewInstance, 'startPartition' | 'endPartition'>

/**
 * The partitions that a plan refreshes at a time of a schedule: from `updateLowerInterval` to `updateUpperInterval`
 * partitions before the one that the time is in, on the tenant's wall clock.
 */
export function toScheduledLot(
  plan: Pick<PlanDefinition, 'granularity' | 'updateLowerInterval' | 'updateUpperInterval'>,
  scheduleTime: Date,
  workspace: Pick<Workspace, 'timeZone' | 'calendar'>,
): ScheduledLot {
  const grain = grainIn({ workspace }, plan.granularity)
  const now = truncate(localTime(scheduleTime, workspace.timeZone), grain)
  const before = (grains: number): string => formatDate(addGrain(now, -grains, grain))
  return {
    startPartition: before(Math.max(plan.updateLowerInterval, plan.updateUpperInterval)),
    endPartition: before(Math.min(plan.updateLowerInterval, plan.updateUpperInterval)),
  }
}

function formatDate(time: bigint): string {
  return new Date(Number(time / 1_000n)).toISOString().slice(0, 10)
}

/** Names the instance of a source table for a time of its schedule. */
export function toSourceKey(table: TableName, scheduleTime: Date): string {
  return JSON.stringify(['TABLE', ...table, scheduleTime.toISOString()])
}

/** Names the instance of a plan for a time of its own schedule. */
function toPlanKey(planId: string, scheduleTime: Date): string {
  return JSON.stringify(['PLAN', planId, scheduleTime.toISOString()])
}

/** Names the instance of a plan that follows a source table's instance. */
function toDownstreamKey(planId: string, table: TableName, scheduleTime: Date): string {
  return JSON.stringify(['PLAN_AFTER', planId, ...table, scheduleTime.toISOString()])
}

/** Whether the table of a plan is cut into partitions. The catalog is the tenant's whole one. */
export function hasPlanPartitions(catalog: Catalog, plan: PlanDefinition): boolean {
  return planMaterialisation(catalog, plan).partition !== null
}
