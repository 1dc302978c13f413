import type { CancelTaskRequest, ChangedInstancesData } from '@tributary/contract'
import type { Session } from '../../tenant/session.ts'
import { requireTask } from './require-task.ts'

/** Ends instances of a task: they are FAILED, and workers stop. Rejects as `retryTask` does. */
export async function cancelTask(
  session: Session,
  { dagName, statuses }: CancelTaskRequest,
): Promise<ChangedInstancesData> {
  const { caller, tables, tasks } = session
  await requireTask(session, dagName)
  const { count, stopped } = await tasks.cancelTask({
    tenant: caller.tenant,
    dagName,
    statuses: statuses ?? ['WAITING', 'RUNNING'],
    message: `Cancelled by ${caller.account}.`,
  })
  // A worker that does not know yet that it is stopped can write no more.
  for (const { id, attempt, taskType } of stopped) {
    if (taskType !== 'TABLE') await tables.begin({ id, attempt })
  }
  return { instances: count }
}
