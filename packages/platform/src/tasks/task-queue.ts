import type { Instance, RunType, TableName, TaskProgress, TaskType } from './instance.ts'

/** A task to be done: instances of one table, in the order of their partitions. */
export interface NewTask {
  /** What the task's name begins with: the plan's name, or the table's. */
  readonly name: string
  readonly taskType: TaskType
  readonly runType: RunType
  readonly planId: string | null
  readonly table: TableName
  /** @defaultValue `default` */
  readonly resourceGroup?: string
  /** A higher one goes first. @defaultValue 0 */
  readonly priority?: number
  /** How often an instance that fails is tried again by itself. @defaultValue 0 */
  readonly retryCount?: number
  /** Seconds from a failure to the next try. @defaultValue 0 */
  readonly retryInterval?: number
  readonly instances: readonly NewInstance[]
}

/** An instance to be done. */
export interface NewInstance {
  /** First and last partition, `YYYY-MM-DD`; null for a table without partitions. */
  readonly startPartition: string | null
  readonly endPartition: string | null
  readonly scheduleTime: Date
  /** Instances that must be SUCCESS before it begins. */
  readonly after?: readonly number[]
  /** Names it among the instances of schedules: the tenant has one of that name. @defaultValue none */
  readonly scheduleKey?: string
}

/** A task as it was made. */
export interface CreatedTask {
  /** Unique in the store, over all tenants. */
  readonly dagName: string
  /** Ids of its instances, in order. */
  readonly ids: readonly number[]
}

/** A source table to be looked at again, and what follows it. */
export interface SourceTrigger {
  /** Its instances, one for each time of its schedule; each has a `scheduleKey`. */
  readonly source: NewTask
  /** Tasks that follow: each has as many instances, with keys, and comes after the source's in the same place. */
  readonly followers: readonly NewTask[]
}

/** A part of a list: pages count from 1. */
export interface Page {
  readonly index: number
  readonly size: number
}

/** A page of a task's instances. */
export interface InstancePage {
  /** How many instances the task has. */
  readonly total: number
  /** In the order of their partitions. */
  readonly instances: readonly Instance[]
}

/** Tasks and their instances as services use them. Every call names the tenant: nothing of another one is found. */
export interface TaskQueue {
  /** Makes a task and all of its instances, or nothing. */
  create(tenant: string, task: NewTask): Promise<CreatedTask>
  /** A page of a task's instances; null for a task that the tenant does not have. */
  list(tenant: string, dagName: string, page: Page): Promise<InstancePage | null>
  /** How far a task is; null for a task that the tenant does not have. */
  progress(tenant: string, dagName: string): Promise<TaskProgress | null>
  /** An instance; null for one that the tenant does not have. */
  instance(tenant: string, id: number): Promise<Instance | null>
  /** The instance of a plan that was begun, or else made, last; null when it has none. */
  latestOfPlan(tenant: string, planId: string): Promise<Instance | null>
  /** The instance of a source table for a time of its schedule; null when there is none. */
  findSource(tenant: string, table: TableName, scheduleTime: Date): Promise<Instance | null>
  /**
   * Puts instances, and whatever comes after them, back to WAITING with their retries ahead of them; work on one
   * that is running is stopped. Ids that the tenant does not have are passed over.
   */
  rerun(tenant: string, ids: readonly number[]): Promise<void>
  /**
   * Makes the instances of a trigger that are missing, and runs those that are there again with all that comes after
   * them; see `sourceTrigger`.
   */
  trigger(tenant: string, trigger: SourceTrigger): Promise<void>
  /**
   * Ends what is left to do for a plan: instances that never ran are deleted, others that wait or run become
   * FAILED with the reason. Gives those that were running, each with an attempt number that nobody works under:
   * `MaterialTables.begin` with it, and no late worker can write any more.
   */
  cancelPlan(tenant: string, planId: string): Promise<readonly Instance[]>
}
