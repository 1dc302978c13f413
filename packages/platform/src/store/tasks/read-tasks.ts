import type { Instance, InstancePage, Page, TableName, TaskProgress } from '../../model/instance.ts'
import type { Store, TaskTable } from '../schema.ts'
import { toInstance, toTargetText } from './instance-rows.ts'

/** A page of a task's instances by sequence; null for a task that the tenant does not have. */
export async function readPage(
  store: Store,
  tenant: string,
  dagName: string,
  { index, size }: Page,
): Promise<InstancePage | null> {
  const task = await readTask(store, tenant, dagName)
  if (task === null) return null
  const start = (index - 1) * size
  const inTask = store
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('dag_name', '=', dagName)
    .orderBy('sequence')
    .limit(size)
  // Without gaps the page is where its numbers say; else the instances before it have to be counted.
  const rows = await (task.total === task.created
    ? inTask.where('sequence', '>=', start)
    : inTask.offset(start)
  ).execute()
  return { total: task.total, instances: rows.map(toInstance) }
}

/** How far a task is; null for a task that the tenant does not have. */
export async function readProgress(
  store: Store,
  tenant: string,
  dagName: string,
): Promise<TaskProgress | null> {
  const task = await readTask(store, tenant, dagName)
  if (task === null) return null
  const counts = await store
    .selectFrom('task_instance')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.min('started_at').as('started'),
      fn.max('ended_at').as('ended'),
    ])
    .where('tenant', '=', tenant)
    .where('dag_name', '=', dagName)
    .groupBy('status')
    .execute()
  const getCount = (status: string): number =>
    counts.find((statusCount) => statusCount.status === status)?.count ?? 0
  const started = counts.flatMap((statusCount) => statusCount.started ?? []).sort()
  const ended = counts.flatMap((statusCount) => statusCount.ended ?? []).sort()
  return {
    WAITING: getCount('WAITING'),
    RUNNING: getCount('RUNNING'),
    SUCCESS: getCount('SUCCESS'),
    FAILED: getCount('FAILED'),
    total: task.total,
    startedAt: toDate(started[0]),
    endedAt: toDate(ended.at(-1)),
  }
}

/** An instance; null for one that the tenant does not have. */
export async function readInstance(
  store: Store,
  tenant: string,
  id: number,
): Promise<Instance | null> {
  const row = await store
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toInstance(row)
}

/** The instance of a plan that was begun last; when none was, the one made last. */
export async function readLatestOfPlan(
  store: Store,
  tenant: string,
  planId: string,
): Promise<Instance | null> {
  const planInstances = store
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('plan_id', '=', planId)
    .limit(1)
  const begun = await planInstances
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const row = begun ?? (await planInstances.orderBy('id', 'desc').executeTakeFirst())
  return row === undefined ? null : toInstance(row)
}

/** The instance of a source table for its newest time. */
export async function readLatestOfSource(
  store: Store,
  tenant: string,
  table: TableName,
): Promise<Instance | null> {
  const row = await store
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('target', '=', toTargetText(table))
    .where('task_type', '=', 'TABLE')
    .orderBy('schedule_time', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toInstance(row)
}

/** The instance of a schedule by its key; null when there is none. */
export async function readByScheduleKey(
  store: Store,
  tenant: string,
  key: string,
): Promise<Instance | null> {
  const row = await store
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('schedule_key', '=', key)
    .executeTakeFirst()
  return row === undefined ? null : toInstance(row)
}

async function readTask(store: Store, tenant: string, dagName: string): Promise<TaskTable | null> {
  const row = await store
    .selectFrom('task')
    .selectAll()
    .where('dag_name', '=', dagName)
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row ?? null
}

function toDate(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text)
}
