import type {
  TaskInstanceEntry,
  TaskInstancesData,
  TaskInstancesQuery,
  TaskProgressData,
} from '@tributary/contract'
import { unknownTaskError } from '../../model/errors.ts'
import type { Instance, TaskProgress } from '../../model/instance.ts'
import {
  assertCount,
  assertStorable,
  isoLocalText,
  LARGEST_PAGE,
} from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { maySeeInstance } from './may-see-instance.ts'

const USUAL_PAGE = 20
/** No task has an instance on a later page; the stores count only so far. */
const LAST_PAGE = 1_000_000

/**
 * One page of a task's instances, in the order of their partitions. Rejects with `PLATFORM_UNKNOWN_TASK`, also
 * for a caller who may not use what the task refreshes.
 */
export async function taskInstances(
  session: Session,
  { dagName, pageIndex = 1, pageSize = USUAL_PAGE, progress = false }: TaskInstancesQuery,
): Promise<TaskInstancesData> {
  const { caller, catalog, clock, tasks } = session
  assertStorable(dagName, 'dagName')
  assertCount('pageIndex', pageIndex, Number.MAX_SAFE_INTEGER)
  assertCount('pageSize', pageSize, LARGEST_PAGE)
  const index = Math.min(pageIndex, LAST_PAGE)
  // Every instance is looked at for it, a page is quick however many there are. It comes first: where it says that
  // all have ended, the page must not show one that still ran.
  const counted = progress ? await tasks.progress(caller.tenant, dagName) : null
  const page = await tasks.list(caller.tenant, dagName, { index, size: pageSize })
  if (page === null) throw unknownTaskError(dagName)
  const { total, instances } = page
  const first = instances[0] ?? (await readFirstInstance(session, dagName))
  if (first !== undefined && !maySeeInstance(session, first)) throw unknownTaskError(dagName)
  return {
    dagName,
    pageIndex,
    pageSize,
    total,
    ...(counted !== null && { progress: toTaskProgress(counted, clock.now()) }),
    instances: instances.map((instance) => toInstanceEntry(instance, catalog.workspace.timeZone)),
  }
}

/** All instances of a task refresh the same, so any of them says who may see it. */
async function readFirstInstance(
  { caller, tasks }: Session,
  dagName: string,
): Promise<Instance | undefined> {
  const page = await tasks.list(caller.tenant, dagName, { index: 1, size: 1 })
  return page?.instances[0]
}

function toInstanceEntry(instance: Instance, timeZone: string): TaskInstanceEntry {
  const text = (at: Date): string => isoLocalText(at, timeZone)
  const { startedAt, endedAt } = instance
  return {
    id: String(instance.id),
    status: instance.status,
    mtGuid: instance.table.join('.'),
    startPartition: instance.startPartition,
    endPartition: instance.endPartition,
    startTime: startedAt && text(startedAt),
    endTime: endedAt && text(endedAt),
    resourceGroup: instance.resourceGroup,
    priority: instance.priority,
    createTime: text(instance.createdAt),
    scheduleTime: text(instance.scheduleTime),
  }
}

/** The progress of a task at the time `now`. */
export function toTaskProgress(progress: TaskProgress, now: Date): TaskProgressData {
  const { WAITING, RUNNING, SUCCESS, FAILED } = progress
  const unfinishedCount = WAITING + RUNNING
  const ended = SUCCESS + FAILED
  const ratePerSecond =
    ended === 0 ? null : computeRate(ended, progress, unfinishedCount === 0 ? null : now)
  return {
    waiting: WAITING,
    running: RUNNING,
    done: SUCCESS,
    failed: FAILED,
    ratePerSecond,
    remainingSeconds: unfinishedCount === 0 ? 0 : ratePerSecond && unfinishedCount / ratePerSecond,
  }
}

/** `now` is null for a task that is over: its time ended with its last instance. */
function computeRate(
  ended: number,
  { startedAt, endedAt }: TaskProgress,
  now: Date | null,
): number | null {
  const end = now ?? endedAt
  if (startedAt === null || end === null) return null
  const seconds = (end.valueOf() - startedAt.valueOf()) / 1000
  return seconds > 0 ? ended / seconds : null
}
