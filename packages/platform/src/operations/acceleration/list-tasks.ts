import type { TaskListData, TaskListQuery } from '@tributary/contract'
import type { Instance } from '../../model/instance.ts'
import { readCursor, writeCursor } from '../../requests/page-after.ts'
import { assertStorable, isoLocalText } from '../../requests/read-values.ts'
import type { TaskSummary } from '../../store/tasks/list-tasks.ts'
import type { Session } from '../../tenant/session.ts'
import { maySeeInstance } from './may-see-instance.ts'

const USUAL_LIMIT = 100

/** The tasks that the caller may see, the newest first, a page at a time. */
export async function listTasks(session: Session, query: TaskListQuery): Promise<TaskListData> {
  const { caller, tasks } = session
  const { limit = USUAL_LIMIT, planId = null, status = null } = query
  if (planId !== null) assertStorable(planId, 'planId')
  let after = query.cursor === undefined ? null : readPosition(query.cursor)
  const visibleTasks: VisibleTask[] = []
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

interface VisibleTask extends TaskSummary {
  readonly example: Instance
}

function readPosition(cursor: string) {
  const [createdAt = '', dagName = ''] = readCursor(cursor, 2)
  return { createdAt, dagName }
}

function toTaskItem(
  { catalog }: Session,
  { dagName, createdAt, example, counts }: VisibleTask,
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
