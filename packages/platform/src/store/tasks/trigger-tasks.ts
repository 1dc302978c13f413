import type { Transaction } from 'kysely'
import type { NewInstance, NewTask, SourceTrigger } from '../../model/instance.ts'
import type { StoreSchema } from '../schema.ts'
import { iterateChunks } from '../statements.ts'
import { createTask } from './create-task.ts'
import { changeRow } from './instance-rows.ts'

/**
 * Makes the missing instances of a trigger, and lets the existing ones run again with all that come after them. Returns
 * those that were running. The queue must be held.
 */
export async function triggerTasks(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  { source, followers }: SourceTrigger,
  at: Date,
): Promise<readonly number[]> {
  const before = await readIdsByKey(transaction, tenant, source.instances)
  const sources = await createMissingInstances(transaction, tenant, { task: source, at })
  for (const task of followers) {
    const getUpstream = (place: number): number => sources[place]!
    await createMissingInstances(transaction, tenant, { task, at, getUpstream })
  }
  return rerunInstances(transaction, tenant, [...before.values()], at)
}

interface MissingInstances {
  readonly task: NewTask
  readonly at: Date
  /** By the place of an instance the one that it comes after. */
  readonly getUpstream?: (place: number) => number
}

/** Creates the missing instances of a task and returns the ids of all of its instances, in order. */
async function createMissingInstances(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  { task, at, getUpstream }: MissingInstances,
): Promise<readonly number[]> {
  const storedIds = await readIdsByKey(transaction, tenant, task.instances)
  const instances = task.instances.map((instance, place) =>
    getUpstream === undefined ? instance : { ...instance, after: [getUpstream(place)] },
  )
  const missing = instances.filter((instance) => !storedIds.has(getScheduleKey(instance)))
  const createdIds = new Map<string, number>()
  if (missing.length > 0) {
    const { ids } = await createTask(transaction, tenant, { ...task, instances: missing }, at)
    for (const [place, instance] of missing.entries())
      createdIds.set(getScheduleKey(instance), ids[place]!)
  }
  for (const instance of instances) {
    const id = storedIds.get(getScheduleKey(instance))
    // A plan that was deleted and created again has lost its dependencies.
    if (id !== undefined) await addDependencies(transaction, id, instance.after ?? [])
  }
  return instances.map(
    (instance) =>
      storedIds.get(getScheduleKey(instance)) ?? createdIds.get(getScheduleKey(instance))!,
  )
}

async function addDependencies(
  transaction: Transaction<StoreSchema>,
  instance: number,
  after: readonly number[],
): Promise<void> {
  for (const upstream of after) {
    await transaction
      .insertInto('task_dependency')
      .values({ instance, upstream })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function readIdsByKey(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  instances: readonly NewInstance[],
): Promise<ReadonlyMap<string, number>> {
  const idsByScheduleKey = new Map<string, number>()
  for (const keys of iterateChunks(instances.map(getScheduleKey))) {
    const rows = await transaction
      .selectFrom('task_instance')
      .select(['id', 'schedule_key'])
      .where('tenant', '=', tenant)
      .where('schedule_key', 'in', keys)
      .execute()
    for (const row of rows) idsByScheduleKey.set(row.schedule_key ?? '', row.id)
  }
  return idsByScheduleKey
}

function getScheduleKey({ scheduleKey = '' }: NewInstance): string {
  return scheduleKey
}

/**
 * Lets instances of a tenant, and all that come after them, wait to be run again. Returns those that were running. The
 * queue must be held.
 */
export async function rerunInstances(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  ids: readonly number[],
  at: Date,
): Promise<readonly number[]> {
  const running: number[] = []
  for (const id of await collectDownstream(transaction, ids)) {
    const row = await transaction
      .selectFrom('task_instance')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) continue
    if (row.status === 'RUNNING') running.push(id)
    await changeRow(transaction, row, { type: 'RERUN', at })
  }
  return running
}

/** The instances and all that wait for them, directly or not. */
async function collectDownstream(
  transaction: Transaction<StoreSchema>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const downstreamIds = new Set(ids)
  for (const upstream of downstreamIds) {
    const rows = await transaction
      .selectFrom('task_dependency')
      .select('instance')
      .where('upstream', '=', upstream)
      .orderBy('instance')
      .execute()
    for (const { instance } of rows) downstreamIds.add(instance)
  }
  return downstreamIds
}
