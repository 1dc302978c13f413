import type { Transaction } from 'kysely'
import type { Instance } from '../../tasks/instance.ts'
import { type InstanceEvent, nextState } from '../../tasks/instance-state.ts'
import type { StoreSchema } from '../schema.ts'
import { type InstanceRow, ofState, toInstance, toState } from './instance-row.ts'

/** The statement of an attempt, as it was run and laid out for reading. */
export interface RunSql {
  readonly original: string
  readonly formatted: string
}

/** Lets an event happen to an instance; null when there is none of that id, or the event is refused. */
export async function changeInstance(
  transaction: Transaction<StoreSchema>,
  id: number,
  event: InstanceEvent,
  sql: RunSql | null = null,
): Promise<Instance | null> {
  const row = await transaction
    .selectFrom('task_instance')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : changeRow(transaction, row, event, sql)
}

/** Like {@link changeInstance}, for a row that was read since the queue is held. */
export async function changeRow(
  transaction: Transaction<StoreSchema>,
  row: InstanceRow,
  event: InstanceEvent,
  sql: RunSql | null = null,
): Promise<Instance | null> {
  const state = nextState(toState(row), event)
  if (state === null) return null
  const columns = {
    ...ofState(state),
    ...(sql !== null && { original_sql: sql.original, formatted_sql: sql.formatted }),
  }
  await transaction.updateTable('task_instance').set(columns).where('id', '=', row.id).execute()
  return toInstance({ ...row, ...columns })
}
