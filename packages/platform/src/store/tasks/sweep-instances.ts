import type { Transaction } from 'kysely'
import type { Instance } from '../../tasks/instance.ts'
import type { Store } from '../open-store.ts'
import type { StoreSchema } from '../schema.ts'
import { changeRow } from './change-instance.ts'
import { RUNNING } from './literal-status.ts'

/** Whether any instance runs whose lease has ended. */
export async function isAnyExpired(store: Store, at: Date): Promise<boolean> {
  const row = await store
    .selectFrom('task_instance')
    .select('id')
    .where('status', '=', RUNNING)
    .where('lease_until', '<', at.toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes away from their workers the instances whose leases have ended; gives them. The queue must be held. */
export async function sweepInstances(
  transaction: Transaction<StoreSchema>,
  at: Date,
): Promise<readonly Instance[]> {
  const rows = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('status', '=', RUNNING)
    .where('lease_until', '<', at.toISOString())
    .orderBy('id')
    .execute()
  const swept: Instance[] = []
  for (const row of rows) {
    const instance = await changeRow(transaction, row, { type: 'EXPIRE', at })
    if (instance !== null) swept.push(instance)
  }
  return swept
}
