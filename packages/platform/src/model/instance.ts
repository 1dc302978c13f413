/** Where an instance is in its life; the statuses of the API. */
export type InstanceStatus = 'WAITING' | 'RUNNING' | 'SUCCESS' | 'FAILED'

/** The work of an instance: refresh a plan's table, or look at a source table again. */
export type TaskType = 'RESULT_PLAN' | 'ACCELERATION_PLAN' | 'TABLE'

/** Whether a request or a schedule made an instance. */
export type RunType = 'MANUAL' | 'SCHEDULE'

/** A table by catalog, schema and name. */
export type TableName = readonly [catalog: string, schema: string, table: string]

/** One piece of work of a task, and its state. */
export interface Instance {
  /** Unique in the store, over all tenants. */
  readonly id: number
  readonly tenant: string
  /** The task that it belongs to. */
  readonly dagName: string
  /** Its place in the task, from 0: the order of the partitions. */
  readonly sequence: number
  readonly status: InstanceStatus
  readonly taskType: TaskType
  readonly runType: RunType
  /** The plan that it refreshes; null for a source table. */
  readonly planId: string | null
  /** The table that it writes, or for a source table the file that it looks at. */
  readonly table: TableName
  /** First and last partition, `YYYY-MM-DD`; null for a table without partitions. */
  readonly startPartition: string | null
  readonly endPartition: string | null
  readonly scheduleTime: Date
  readonly resourceGroup: string
  /** A higher one goes first. */
  readonly priority: number
  /** How often it was begun, from 0. Writes of earlier attempts are refused by this number. */
  readonly attempt: number
  /** Automatic retries since it was last requested. */
  readonly retries: number
  /** The most automatic retries. */
  readonly retryCount: number
  /** Seconds from a failure to the next try. */
  readonly retryInterval: number
  readonly createdAt: Date
  /** Of the last attempt. */
  readonly startedAt: Date | null
  /** When it came to its end; null before. */
  readonly endedAt: Date | null
  /** When each status was entered last. */
  readonly statusTimes: Readonly<Partial<Record<InstanceStatus, Date>>>
  /** Why the last try failed; null when none did. */
  readonly message: string | null
  /** The statement as it was run, and the same for reading; null before one was. */
  readonly originalSql: string | null
  readonly formattedSql: string | null
  /** IP address of the worker of the last attempt. */
  readonly server: string | null
}

/** How many instances of a task are in each status. */
export type TaskProgress = Readonly<Record<InstanceStatus, number>> & {
  readonly total: number
  /** When the first was begun and when the last came to its end, of those that were; null when none. */
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

/** How many instances may run at the same time in all processes on a store together. */
export interface TaskLimits {
  /** Of one tenant, and so on its engine. @defaultValue 2 */
  readonly perTenant: number
  /** By resource group; one that is not named has no limit of its own. @defaultValue none */
  readonly groups: Readonly<Record<string, number>>
}

/** The default limits. */
export const USUAL_LIMITS: TaskLimits = { perTenant: 2, groups: {} }

/** The statement of an attempt, as it was run and laid out for reading. */
export interface RunSql {
  readonly original: string
  readonly formatted: string
}

/** A task to be done: instances of one table, in the order of their partitions. */
export interface NewTask {
  /** The beginning of the task's name: the name of the plan or of the table. */
  readonly name: string
  readonly taskType: TaskType
  readonly runType: RunType
  readonly planId: string | null
  readonly table: TableName
  /** @defaultValue `default` */
  readonly resourceGroup?: string
  /** A higher one goes first. @defaultValue 0 */
  readonly priority?: number
  /** The most automatic retries of an instance that fails. @defaultValue 0 */
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

/** A source table to be looked at again, and the tasks that follow it. */
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
