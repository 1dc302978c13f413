import type {
  CreatedTask,
  Instance,
  InstancePage,
  InstanceStatus,
  NewTask,
  Page,
  RunSql,
  SourceTrigger,
  TableName,
  TaskProgress,
} from '../model/instance.ts'
import type { TaskCancellation, TaskFilter, TaskSummary } from '../store/tasks/list-tasks.ts'
import type { LotState } from '../store/tasks/read-lot-states.ts'

/** Tasks and their instances as services use them. Every call names the tenant: nothing of another one is found. */
export interface TaskQueue {
  /** Makes a task and all of its instances, or nothing. */
  create(tenant: string, task: NewTask): Promise<CreatedTask>
  /** A page of a task's instances; null for a task that the tenant does not have. */
  list(tenant: string, dagName: string, page: Page): Promise<InstancePage | null>
  /** The tasks, the newest first. */
  tasks(tenant: string, filter: TaskFilter): Promise<readonly TaskSummary[]>
  /** The ids of the instances of a task that have one of the statuses. */
  ids(
    tenant: string,
    dagName: string,
    statuses: readonly InstanceStatus[],
  ): Promise<readonly number[]>
  /** How far a task is; null for a task that the tenant does not have. */
  progress(tenant: string, dagName: string): Promise<TaskProgress | null>
  /** An instance; null for one that the tenant does not have. */
  instance(tenant: string, id: number): Promise<Instance | null>
  /** The instance of a plan that was begun, or else made, last; null when it has none. */
  latestOfPlan(tenant: string, planId: string): Promise<Instance | null>
  /** The instance of a source table for its newest time; null when it has none. */
  latestOfSource(tenant: string, table: TableName): Promise<Instance | null>
  /** The partitions that instances of a plan refresh, each range once for each status. */
  lotsOfPlan(tenant: string, planId: string): Promise<readonly LotState[]>
  /** The instance of a source table for a time of its schedule; null when there is none. */
  findSource(tenant: string, table: TableName, scheduleTime: Date): Promise<Instance | null>
  /**
   * Puts instances, and all that come after them, back to WAITING with all of their retries; work on a running one is
   * stopped. Ids that the tenant does not have are passed over.
   */
  rerun(tenant: string, ids: readonly number[]): Promise<void>
  /**
   * Makes the instances of a trigger that are missing, and runs those that are there again with all that comes after
   * them; see `createSourceTrigger`.
   */
  trigger(tenant: string, trigger: SourceTrigger): Promise<void>
  /**
   * Ends the instances of a plan: those that never ran are deleted, others that wait or run become FAILED with the reason. Gives those that were running, each with an attempt number that no worker has:
   * `MaterialTables.begin` with it, and no late worker can write any more.
   */
  cancelPlan(tenant: string, planId: string): Promise<readonly Instance[]>
  /** Ends instances of a task as FAILED with the reason; gives how many, and those that were running as {@link cancelPlan} does. */
  cancelTask(
    cancelled: Omit<TaskCancellation, 'at'>,
  ): Promise<{ readonly count: number; readonly stopped: readonly Instance[] }>
}

/** Who works on instances. */
export interface WorkerIdentity {
  /** Unique among all workers that ever were. */
  readonly owner: string
  /** Its IP address. */
  readonly server: string
  /** How long an instance is its own without a heartbeat, in milliseconds. */
  readonly lease: number
}

/** An attempt at an instance; older attempts than the current one are refused. */
export type Attempt = Pick<Instance, 'id' | 'attempt'>

/** The queue as one worker has it, over all tenants. */
export interface WorkQueue {
  /**
   * Takes up to `most` instances that may begin. With `isSure` the queue is locked without
   * looking first whether any wait.
   */
  claim(most: number, isSure?: boolean): Promise<readonly Instance[]>
  /** Renews the leases of these attempts; returns those that are no longer the worker's. */
  heartbeat(attempts: readonly Attempt[]): Promise<readonly Attempt[]>
  /** Ends an attempt well; false when it was the worker's no more, and nothing is changed then. */
  succeed(attempt: Attempt, sql: RunSql | null): Promise<boolean>
  /** Ends an attempt that failed; the instance waits for its next try or is FAILED. False as in {@link succeed}. */
  fail(attempt: Attempt, message: string, sql: RunSql | null): Promise<boolean>
  /** Returns attempts that the worker will not finish to the queue, as if they had not begun. */
  release(attempts: readonly Attempt[]): Promise<void>
  /** Takes instances from lost workers, and returns them. */
  sweep(): Promise<readonly Instance[]>
}
