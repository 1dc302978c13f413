import type { Transaction } from 'kysely'
import type { StoreSchema } from '../schema.ts'
import { changeRow } from './change-instance.ts'

/**
 * Lets instances of a tenant, and all that come after them, wait to be run again. Gives those of them that were
 * running. The queue must be held.
 */
export async function rerunInstances(
  transaction: Transaction<StoreSchema>,
  tenant: string,
  ids: readonly number[],
  at: Date,
): Promise<readonly number[]> {
  const running: number[] = []
  for (const id of await withDownstream(transaction, ids)) {
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
async function withDownstream(
  transaction: Transaction<StoreSchema>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set(ids)
  for (const upstream of found) {
    const rows = await transaction
      .selectFrom('task_dependency')
      .select('instance')
      .where('upstream', '=', upstream)
      .orderBy('instance')
      .execute()
    for (const { instance } of rows) found.add(instance)
  }
  return found
}
