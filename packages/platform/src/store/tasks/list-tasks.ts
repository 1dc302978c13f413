import type { Transaction } from 'kysely'
import type { Instance, InstanceStatus } from '../../model/instance.ts'
import type { Store, StoreSchema } from '../schema.ts'
import { changeRow, toInstance } from './instance-rows.ts'

/** Which tasks are listed. */
export interface TaskFilter {
  readonly planId: string | null
  /** Only tasks with an instance of this status. */
  readonly status: InstanceStatus | null
  /** Only tasks after this one; the newest come first. */
  readonly after: { readonly createdAt: string; readonly dagName: string } | null
  readonly most: number
}

/** A task in a list. */
export interface TaskSummary {
  readonly dagName: string
  /** UTC as ISO text. */
  readonly createdAt: string
  /** Any of its instances: all refresh the same. Null when all were removed with their plan. */
  readonly example: Instance | null
  readonly counts: Readonly<Record<InstanceStatus, number>>
}

/** The tasks of a tenant, the newest first. */
export async function readTasks(
  store: Store,
  tenant: string,
  { planId, status, after, most }: TaskFilter,
): Promise<readonly TaskSummary[]> {
  let query = store
    .selectFrom('task')
    .select(['dag_name', 'created_at'])
    .where('tenant', '=', tenant)
    .orderBy('created_at', 'desc')
    .orderBy('dag_name', 'desc')
    .limit(most)
  if (after !== null) {
    query = query.where(({ eb, and, or }) =>
      or([
        eb('created_at', '<', after.createdAt),
        and([eb('created_at', '=', after.createdAt), eb('dag_name', '<', after.dagName)]),
      ]),
    )
  }
  if (planId !== null || status !== null) {
    query = query.where(({ exists, selectFrom }) => {
      let some = selectFrom('task_instance')
        .select('id')
        .whereRef('task_instance.dag_name', '=', 'task.dag_name')
      if (planId !== null) some = some.where('plan_id', '=', planId)
      if (status !== null) some = some.where('status', '=', status)
      return exists(some)
    })
  }
  const tasks = await query.execute()
  const parts = await countTaskInstances(
    store,
    tasks.map((task) => task.dag_name),
  )
  return tasks.map(({ dag_name: dagName, created_at: createdAt }) => {
    const taskCounts = parts.filter((part) => part.dagName === dagName)
    const count = (wantedStatus: InstanceStatus) =>
      taskCounts.find((part) => part.status === wantedStatus)?.count ?? 0
    return {
      dagName,
      createdAt,
      example: taskCounts[0]?.example ?? null,
      counts: {
        WAITING: count('WAITING'),
        RUNNING: count('RUNNING'),
        SUCCESS: count('SUCCESS'),
        FAILED: count('FAILED'),
      },
    }
  })
}

interface InstanceCount {
  readonly dagName: string
  readonly status: InstanceStatus
  readonly count: number
  readonly example: Instance | null
}

async function countTaskInstances(
  store: Store,
  dagNames: readonly string[],
): Promise<readonly InstanceCount[]> {
  if (dagNames.length === 0) return []
  const groups = await store
    .selectFrom('task_instance')
    .select(({ fn }) => [
      'dag_name',
      'status',
      fn.countAll<number>().as('count'),
      fn.min('id').as('first'),
    ])
    .where('dag_name', 'in', dagNames)
    .groupBy(['dag_name', 'status'])
    .execute()
  if (groups.length === 0) return []
  const rows = await store
    .selectFrom('task_instance')
    .selectAll()
    .where(
      'id',
      'in',
      groups.map(({ first }) => first),
    )
    .execute()
  const examples = new Map(rows.map((row) => [row.id, toInstance(row)]))
  return groups.map(({ dag_name: dagName, status, count, first }) => {
    return { dagName, status, count, example: examples.get(first) ?? null }
  })
}

/** The ids of the instances of a task that have one of the statuses. */
export async function readInstanceIds(
  store: Store,
  task: { readonly tenant: string; readonly dagName: string },
  statuses: readonly InstanceStatus[],
): Promise<readonly number[]> {
  const rows = await store
    .selectFrom('task_instance')
    .select('id')
    .where('tenant', '=', task.tenant)
    .where('dag_name', '=', task.dagName)
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Which instances end, when, and why. */
export interface TaskCancellation {
  readonly tenant: string
  readonly dagName: string
  readonly statuses: readonly ('WAITING' | 'RUNNING')[]
  readonly at: Date
  readonly message: string
}

/** Ends instances of a task as FAILED. Returns how many, and those that were running. The queue must be held. */
export async function cancelTaskInstances(
  transaction: Transaction<StoreSchema>,
  { tenant, dagName, statuses, at, message }: TaskCancellation,
): Promise<{ readonly count: number; readonly stopped: readonly Instance[] }> {
  const rows = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('dag_name', '=', dagName)
    .where('status', 'in', statuses)
    .orderBy('id')
    .execute()
  const stopped: Instance[] = []
  for (const row of rows) {
    const instance = await changeRow(transaction, row, { type: 'CANCEL', at, message })
    if (instance !== null && row.status === 'RUNNING') stopped.push(instance)
  }
  return { count: rows.length, stopped }
}
