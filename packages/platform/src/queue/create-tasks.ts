import type { Clock } from '@tributary/core'
import type { TaskLimits } from '../model/instance.ts'
import { createSharedWrite, type Write } from '../store/database/write-queue.ts'
import type { Store } from '../store/schema.ts'
import { cancelInstances } from '../store/tasks/cancel-instances.ts'
import {
  claimInstances,
  hasExpiredLease,
  isAnyReady,
  sweepInstances,
} from '../store/tasks/claim-instances.ts'
import { createTask, lockQueue } from '../store/tasks/create-task.ts'
import { changeInstance } from '../store/tasks/instance-rows.ts'
import { cancelTaskInstances, readInstanceIds, readTasks } from '../store/tasks/list-tasks.ts'
import { readLotStates } from '../store/tasks/read-lot-states.ts'
import {
  readByScheduleKey,
  readInstance,
  readLatestOfPlan,
  readLatestOfSource,
  readPage,
  readProgress,
} from '../store/tasks/read-tasks.ts'
import { rerunInstances, triggerTasks } from '../store/tasks/trigger-tasks.ts'
import type { Attempt, TaskQueue, WorkerIdentity, WorkQueue } from './queues.ts'
import { toSourceKey } from './schedules.ts'

/** Options of {@link createTasks}. */
export interface TasksOptions {
  readonly store: Store
  readonly clock: Clock
  readonly limits: TaskLimits
}

/** The tasks of a store: created and read by services, run by workers. */
export interface Tasks {
  readonly queue: TaskQueue
  /** The only way to change the queue; the work runs while the queue is held. */
  readonly change: Write
  workQueue(worker: WorkerIdentity): WorkQueue
  /** Reports, within this process, that there may be something to claim. */
  readonly onWork: Subscribe<void>
  /** Reports, within this process, instances that were taken from their workers. */
  readonly onTaken: Subscribe<readonly number[]>
  /** To be called when instances were made or freed by other ways than {@link queue}. */
  notifyWork(): void
}

/** The tasks of a store. Every process on it has one of these; a store has one queue. */
export function createTasks({ store, clock, limits }: TasksOptions): Tasks {
  const change = createSharedWrite(store, lockQueue)
  const work = createListeners<void>()
  const canceledInstances = createListeners<readonly number[]>()
  const queue: TaskQueue = {
    create: async (tenant, task) => {
      const at = clock.now()
      const created = await change((transaction) => createTask(transaction, tenant, task, at))
      work.notify()
      return created
    },
    list: (tenant, dagName, page) => readPage(store, tenant, dagName, page),
    tasks: (tenant, filter) => readTasks(store, tenant, filter),
    ids: (tenant, dagName, statuses) => readInstanceIds(store, { tenant, dagName }, statuses),
    progress: (tenant, dagName) => readProgress(store, tenant, dagName),
    instance: (tenant, id) => readInstance(store, tenant, id),
    latestOfPlan: (tenant, planId) => readLatestOfPlan(store, tenant, planId),
    latestOfSource: (tenant, table) => readLatestOfSource(store, tenant, table),
    lotsOfPlan: (tenant, planId) => readLotStates(store, tenant, planId),
    findSource: (tenant, table, at) => readByScheduleKey(store, tenant, toSourceKey(table, at)),
    rerun: async (tenant, ids) => {
      const at = clock.now()
      canceledInstances.notify(
        await change((transaction) => rerunInstances(transaction, tenant, ids, at)),
      )
      work.notify()
    },
    trigger: async (tenant, trigger) => {
      const at = clock.now()
      canceledInstances.notify(
        await change((transaction) => triggerTasks(transaction, tenant, trigger, at)),
      )
      work.notify()
    },
    cancelPlan: async (tenant, planId) => {
      const at = clock.now()
      const message = 'The plan was deleted before this was done.'
      const cancelled = await change((transaction) =>
        cancelInstances(transaction, { tenant, planId, at, message }),
      )
      canceledInstances.notify(cancelled.map(({ id }) => id))
      return cancelled
    },
    cancelTask: async (cancellation) => {
      const at = clock.now()
      const cancelled = await change((transaction) =>
        cancelTaskInstances(transaction, { ...cancellation, at }),
      )
      canceledInstances.notify(cancelled.stopped.map(({ id }) => id))
      return cancelled
    },
  }
  return {
    queue,
    change,
    workQueue: (worker) => createWorkQueue({ store, clock, limits, change, work }, worker),
    onWork: work.subscribe,
    onTaken: canceledInstances.subscribe,
    notifyWork: () => work.notify(),
  }
}

interface Parts extends TasksOptions {
  readonly change: Write
  readonly work: { notify(): void }
}

function createWorkQueue(
  { store, clock, limits, change, work }: Parts,
  { owner, server, lease }: WorkerIdentity,
): WorkQueue {
  return {
    claim: async (most, isSure = false) => {
      const at = clock.now()
      if (most < 1) return []
      if (!isSure && !(await isAnyReady(store, at))) return []
      const claim = { at, owner, server, lease, most, limits }
      return change((transaction) => claimInstances(transaction, claim))
    },
    heartbeat: async (attempts) => {
      const at = clock.now()
      return change(async (transaction) => {
        const lost: Attempt[] = []
        for (const attempt of attempts) {
          const beat = { type: 'HEARTBEAT', at, owner, attempt: attempt.attempt, lease } as const
          if ((await changeInstance(transaction, attempt.id, beat)) === null) lost.push(attempt)
        }
        return lost
      })
    },
    succeed: async ({ id, attempt }, sql) => {
      const event = { type: 'SUCCEED', at: clock.now(), owner, attempt } as const
      return (await change((transaction) => changeInstance(transaction, id, event, sql))) !== null
    },
    fail: async ({ id, attempt }, message, sql) => {
      const event = { type: 'FAIL', at: clock.now(), owner, attempt, message } as const
      return (await change((transaction) => changeInstance(transaction, id, event, sql))) !== null
    },
    release: async (attempts) => {
      const at = clock.now()
      await change(async (transaction) => {
        for (const { id, attempt } of attempts) {
          await changeInstance(transaction, id, { type: 'RELEASE', at, owner, attempt })
        }
      })
    },
    sweep: async () => {
      const at = clock.now()
      if (!(await hasExpiredLease(store, at))) return []
      const swept = await change((transaction) => sweepInstances(transaction, at))
      if (swept.length > 0) work.notify()
      return swept
    },
  }
}

/** Adds a listener; gives the way to take it off again. */
type Subscribe<T> = (listener: (news: T) => void) => () => void

/** Listeners to an event within this process. */
interface Listeners<T> {
  readonly subscribe: Subscribe<T>
  notify(news: T): void
}

/** Creates an empty list of listeners. */
function createListeners<T>(): Listeners<T> {
  const all = new Set<(news: T) => void>()
  return {
    subscribe: (listener) => {
      all.add(listener)
      return () => all.delete(listener)
    },
    notify: (news) => {
      for (const listener of all) listener(news)
    },
  }
}
