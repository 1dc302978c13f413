import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import type { CreatedTask, NewInstance, NewTask } from '../../model/instance.ts'
import type { StoreSchema, TaskCounterTable, TaskInstanceTable } from '../schema.ts'
import { iterateChunks } from '../statements.ts'
import { toTargetText } from './instance-rows.ts'

/** Makes a task with all of its instances, WAITING since `at`. */
export async function createTask(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  task: NewTask,
  at: Date,
): Promise<CreatedTask> {
  const dagName = createDagName(task.name, at)
  const target = toTargetText(task.table)
  const created = task.instances.length
  await transaction
    .insertInto('task')
    .values({ dag_name: dagName, tenant, created_at: at.toISOString(), created, total: created })
    .execute()
  await transaction
    .insertInto('task_target')
    .values({ tenant, target })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const first = await reserveIds(transaction, created)
  const row = createRowMaker({ tenant, dagName, target, task, at })
  const rows = task.instances.map((instance, sequence) => row(instance, first + sequence, sequence))
  for (const part of iterateChunks(rows)) {
    await transaction.insertInto('task_instance').values(part).execute()
  }
  const dependencies = task.instances.flatMap(({ after = [] }, sequence) =>
    Array.from(new Set(after), (upstream) => ({ instance: first + sequence, upstream })),
  )
  for (const part of iterateChunks(dependencies)) {
    await transaction.insertInto('task_dependency').values(part).execute()
  }
  return { dagName, ids: rows.map(({ id }) => id) }
}

interface Parts {
  readonly tenant: string
  readonly dagName: string
  readonly target: string
  readonly task: NewTask
  readonly at: Date
}

type RowMaker = (
  instance: NewInstance,
  id: number,
  sequence: number,
) => Insertable<TaskInstanceTable>

function createRowMaker({ tenant, dagName, target, task, at }: Parts): RowMaker {
  const created = at.toISOString()
  const common = {
    tenant,
    dag_name: dagName,
    task_type: task.taskType,
    run_type: task.runType,
    plan_id: task.planId,
    target,
    resource_group: task.resourceGroup ?? 'default',
    priority: task.priority ?? 0,
    status: 'WAITING' as const,
    attempt: 0,
    owner: null,
    lease_until: null,
    retries: 0,
    retry_count: task.retryCount ?? 0,
    retry_interval: task.retryInterval ?? 0,
    losses: 0,
    ready_at: created,
    created_at: created,
    started_at: null,
    ended_at: null,
    status_times: JSON.stringify({ WAITING: created }),
    message: null,
    original_sql: null,
    formatted_sql: null,
    server: null,
  }
  return ({ startPartition, endPartition, scheduleTime, scheduleKey = null }, id, sequence) => ({
    ...common,
    id,
    sequence,
    start_partition: startPartition,
    end_partition: endPartition,
    schedule_time: scheduleTime.toISOString(),
    schedule_key: scheduleKey,
  })
}

/** The name of a task: its purpose, its time, and enough randomness that no two are equal. */
function createDagName(name: string, at: Date): string {
  const time = at.toISOString().slice(0, 19).replaceAll(/\D/g, '')
  return `${name}_${time}_${randomBytes(6).toString('hex')}`
}

/**
 * Locks the queue until the transaction ends: other processes that change it wait, so that rows that are read stay true
 * until the change is made. Taken before any instance is touched.
 */
export async function lockQueue(transaction: Transaction<StoreSchema>): Promise<void> {
  await incrementCounter(transaction, 'queue', 1)
}

/** Reserves `count` consecutive ids and gives the first. */
async function reserveIds(transaction: Transaction<StoreSchema>, count: number): Promise<number> {
  return (await incrementCounter(transaction, 'instance', count)) - count + 1
}

async function incrementCounter(
  transaction: Transaction<StoreSchema>,
  name: TaskCounterTable['name'],
  by: number,
): Promise<number> {
  const { value } = await transaction
    .insertInto('task_counter')
    .values({ name, value: by })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref, eb }) => ({ value: eb(ref('task_counter.value'), '+', by) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
