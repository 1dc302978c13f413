import type { Transaction } from 'kysely'
import type { Instance } from '../../model/instance.ts'
import type { StoreSchema } from '../schema.ts'
import { changeRow, type InstanceRow } from './instance-rows.ts'

/** The plan whose instances end, when, and why. */
export interface Cancellation {
  readonly tenant: string
  readonly planId: string
  readonly at: Date
  readonly message: string
}

/**
 * Deletes the plan's instances that never ran, ends the others that wait or run, and removes the dependencies of those that
 * ended. Returns those that were running. The queue must be held.
 */
export async function cancelInstances(
  transaction: Transaction<StoreSchema>,
  { tenant, planId, at, message }: Cancellation,
): Promise<readonly Instance[]> {
  const rows = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('plan_id', '=', planId)
    .where('status', 'in', ['WAITING', 'RUNNING'])
    .orderBy('id')
    .execute()
  const cancelled: Instance[] = []
  for (const row of rows.filter(({ attempt }) => attempt > 0)) {
    const instance = await changeRow(transaction, row, { type: 'CANCEL', at, message })
    if (instance !== null && row.status === 'RUNNING') cancelled.push(instance)
  }
  await deleteDependencies(transaction, tenant, planId)
  await deleteUnstartedInstances(transaction, tenant, planId, rows)
  return cancelled
}

/** Deletes what the plan's instances wait for: instances of a deleted plan are not rerun with those before them. */
async function deleteDependencies(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  planId: string,
): Promise<void> {
  await transaction
    .deleteFrom('task_dependency')
    .where('instance', 'in', ({ selectFrom }) =>
      selectFrom('task_instance')
        .select('id')
        .where('tenant', '=', tenant)
        .where('plan_id', '=', planId),
    )
    .execute()
}

/** Nothing waits for an instance any more that is gone. */
async function deleteUnstartedInstances(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  planId: string,
  rows: readonly InstanceRow[],
): Promise<void> {
  const unstarted = rows.filter(({ attempt }) => attempt === 0)
  await transaction
    .deleteFrom('task_dependency')
    .where('upstream', 'in', ({ selectFrom }) =>
      selectFrom('task_instance')
        .select('id')
        .where('tenant', '=', tenant)
        .where('plan_id', '=', planId)
        .where('status', '=', 'WAITING')
        .where('attempt', '=', 0),
    )
    .execute()
  await transaction
    .deleteFrom('task_instance')
    .where('tenant', '=', tenant)
    .where('plan_id', '=', planId)
    .where('status', '=', 'WAITING')
    .where('attempt', '=', 0)
    .execute()
  for (const [dagName, { length }] of Map.groupBy(unstarted, (row) => row.dag_name)) {
    await transaction
      .updateTable('task')
      .set(({ eb }) => ({ total: eb('total', '-', length) }))
      .where('dag_name', '=', dagName)
      .execute()
  }
}
