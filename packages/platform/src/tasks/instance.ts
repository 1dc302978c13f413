/** Where an instance is in its life; the statuses of the API. */
export type InstanceStatus = 'WAITING' | 'RUNNING' | 'SUCCESS' | 'FAILED'

/** What an instance does: refresh a plan's table, or look at a source table again. */
export type TaskType = 'RESULT_PLAN' | 'ACCELERATION_PLAN' | 'TABLE'

/** Whether somebody asked for an instance, or its schedule did. */
export type RunType = 'MANUAL' | 'SCHEDULE'

/** A table by catalog, schema and name. */
export type TableName = readonly [catalog: string, schema: string, table: string]

/** One piece of work of a task, and what has become of it. */
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
  /** How often it was begun, from 0; the number fences out whoever began it before. */
  readonly attempt: number
  /** How often it was tried again by itself since somebody asked for it. */
  readonly retries: number
  /** How often it may be. */
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
