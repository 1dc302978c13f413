import { sourceGuid } from '@tributary/catalog/internal'
import type {
  CancelTaskRequest,
  ChangedInstancesData,
  RetryTaskRequest,
  TaskListData,
  TaskListQuery,
} from '@tributary/contract'
import { planConflictError, unknownTaskError } from '../../model/errors.ts'
import type { Instance } from '../../model/instance.ts'
import { toPlanResource } from '../../model/rights.ts'
import { readCursor, writeCursor } from '../../requests/page-after.ts'
import { assertStorable, isoLocalText } from '../../requests/read-values.ts'
import type { TaskSummary } from '../../store/tasks/list-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import { maySeeInstance } from './task-instance.ts'

const USUAL_LIMIT = 100

/** The tasks that the caller may see, the newest first, a page at a time. */
export async function listTasks(session: Session, query: TaskListQuery): Promise<TaskListData> {
  const { caller, tasks } = session
  const { limit = USUAL_LIMIT, planId = null, status = null } = query
  if (planId !== null) assertStorable(planId, 'planId')
  let after = query.cursor === undefined ? null : positionIn(query.cursor)
  const visibleTasks: Shown[] = []
  const most = limit + 1
  for (;;) {
    const some = await tasks.tasks(caller.tenant, { planId, status, after, most })
    for (const task of some) {
      if (task.example === null || !maySeeInstance(session, task.example)) continue
      visibleTasks.push({ ...task, example: task.example })
    }
    const last = some.at(-1)
    if (visibleTasks.length > limit || last === undefined || some.length < most) break
    after = last
  }
  const page = visibleTasks.slice(0, limit)
  const end = page.at(-1)
  return {
    items: page.map((task) => toTaskItem(session, task)),
    cursor: visibleTasks.length > limit && end ? writeCursor([end.createdAt, end.dagName]) : null,
  }
}

interface Shown extends TaskSummary {
  readonly example: Instance
}

function positionIn(cursor: string) {
  const [createdAt = '', dagName = ''] = readCursor(cursor, 2)
  return { createdAt, dagName }
}

function toTaskItem(
  { catalog }: Session,
  { dagName, createdAt, example, counts }: Shown,
): TaskListData['items'][number] {
  const { plans, timeZone } = catalog.workspace
  const { WAITING, RUNNING, SUCCESS, FAILED } = counts
  const unfinished = RUNNING > 0 ? 'RUNNING' : WAITING > 0 ? 'WAITING' : null
  return {
    dagName,
    planId: example.planId,
    planName: plans.find(({ id }) => id === example.planId)?.name ?? null,
    mtGuid: example.table.join('.'),
    taskType: example.taskType,
    runType: example.runType,
    createTime: isoLocalText(new Date(createdAt), timeZone),
    status: unfinished ?? (FAILED > 0 ? 'FAILED' : 'SUCCESS'),
    total: WAITING + RUNNING + SUCCESS + FAILED,
    waiting: WAITING,
    running: RUNNING,
    done: SUCCESS,
    failed: FAILED,
  }
}

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

/** Ends instances of a task: they are FAILED, and workers stop. Rejects as {@link retryTask} does. */
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

/** Throws unless the caller may refresh what the task refreshes. */
async function requireTask(session: Session, dagName: string): Promise<void> {
  const { access, caller, catalog, tasks } = session
  assertStorable(dagName, 'dagName')
  const page = await tasks.list(caller.tenant, dagName, { index: 1, size: 1 })
  const example = page?.instances[0]
  if (example === undefined || !maySeeInstance(session, example)) throw unknownTaskError(dagName)
  const { planId, table } = example
  if (planId !== null) {
    const plan = catalog.workspace.plans.find(({ id }) => id === planId)
    if (plan === undefined) {
      throw planConflictError(`The plan of the task "${dagName}" was deleted; it cannot run again.`)
    }
    access.require('EDIT', toPlanResource(plan))
    return
  }
  const guid = table.join('.')
  const readers = catalog.datasets.all.filter(({ source }) => sourceGuid(source) === guid)
  const resources = readers.map(({ name }) => ({ type: 'DATASET', name }) as const)
  const resource = resources.find((candidate) => access.may('EDIT', candidate)) ?? resources[0]
  if (resource === undefined) throw unknownTaskError(dagName)
  access.require('EDIT', resource)
}
