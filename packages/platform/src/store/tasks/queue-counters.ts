import type { Transaction } from 'kysely'
import type { StoreSchema, TaskCounterTable } from '../schema.ts'

/**
 * Holds the queue until the transaction ends: whoever changes it in another process waits, so that what is read of
 * it stays true until the change is made. Taken before any instance is touched.
 */
export async function lockQueue(transaction: Transaction<StoreSchema>): Promise<void> {
  await countUp(transaction, 'queue', 1)
}

/** The first of as many ids as are asked for, in a row; nobody else gets them. */
export async function takeIds(
  transaction: Transaction<StoreSchema>,
  count: number,
): Promise<number> {
  return (await countUp(transaction, 'instance', count)) - count + 1
}

async function countUp(
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
