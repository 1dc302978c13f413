import type { ChangedInstancesData, RetryTaskRequest } from '@tributary/contract'
import type { Session } from '../../tenant/session.ts'
import { requireTask } from './require-task.ts'

/**
 * Runs instances of a task again, and those that depend on them. Rejects with `PLATFORM_UNKNOWN_TASK`, with
 * `ACCESS_FORBIDDEN` for a caller who may not refresh what the task refreshes, and with `PLATFORM_PLAN_CONFLICT` when its
 * plan was deleted.
 */
export async function retryTask(
  session: Session,
  { dagName, statuses }: RetryTaskRequest,
): Promise<ChangedInstancesData> {
  const { caller, tasks } = session
  await requireTask(session, dagName)
  const ids = await tasks.ids(caller.tenant, dagName, statuses ?? ['FAILED'])
  if (ids.length > 0) await tasks.rerun(caller.tenant, ids)
  return { instances: ids.length }
}
