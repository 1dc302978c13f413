import type { InstanceStatus, RunType, TaskType } from '../../model/instance.ts'

/** Query of E2. */
export interface TaskInstancesQuery {
  /** What making the task answered. */
  readonly dagName: string
  /** From 1; 1 when absent. */
  readonly pageIndex?: number
  /** From 1 to 1,000; 20 when absent. */
  readonly pageSize?: number
  /** Whether to count how far the task is; not when absent. */
  readonly progress?: boolean
}

/** Answer of E2. Times are ISO local date-times in the time zone of the tenant. */
export interface TaskInstancesData {
  readonly dagName: string
  readonly pageIndex: number
  readonly pageSize: number
  /** How many instances the task has. */
  readonly total: number
  /** How far the task is, where that was asked. */
  readonly progress?: TaskProgressData
  /** In the order of their partitions. */
  readonly instances: readonly TaskInstanceEntry[]
}

/** How far a task is: how many of its instances are where, how fast it goes, and how long the rest takes. */
export interface TaskProgressData {
  readonly waiting: number
  readonly running: number
  readonly done: number
  readonly failed: number
  /** Instances that came to an end, done or failed, in a second since the first began; null before one did. */
  readonly ratePerSecond: number | null
  /** Seconds until all have, at that rate; 0 when all have, null when nobody can say yet. */
  readonly remainingSeconds: number | null
}

/** An instance of E2. */
export interface TaskInstanceEntry {
  readonly id: string
  readonly status: InstanceStatus
  /** The table that it writes, `catalog.schema.table`. */
  readonly mtGuid: string
  /** First and last partition, `YYYY-MM-DD`; null for a table without partitions. */
  readonly startPartition: string | null
  readonly endPartition: string | null
  /** When the last try began and ended; null before. */
  readonly startTime: string | null
  readonly endTime: string | null
  readonly resourceGroup: string
  /** A higher one goes first. */
  readonly priority: number
  readonly createTime: string
  readonly scheduleTime: string
}

/** Answer of E3. Times are ISO local date-times in the time zone of the tenant. */
export interface TaskInstanceData {
  readonly taskInstanceId: number
  readonly status: InstanceStatus
  readonly sql: {
    /** The statement as it was run, its dates filled in; null before one was. */
    readonly originalSql: string | null
    /** The same laid out for reading. */
    readonly formattedSql: string | null
  }
  readonly runType: RunType
  /** The error of the last try that failed; null when none did. */
  readonly msg: string | null
  /** IP address of the worker of the last try; null before. */
  readonly serverInfo: string | null
  readonly startTime: string | null
  readonly endTime: string | null
  /** Midnight of the first and of the last partition; null for a table without partitions. */
  readonly startPartitionTime: string | null
  readonly endPartitionTime: string | null
  /** How often it was tried again by itself. */
  readonly retryCnt: number
  readonly mtGuid: readonly {
    readonly catalog: string
    readonly schema: string
    readonly table: string
  }[]
  /** Ids of the plans that it refreshes: one, or none for a source table. */
  readonly acceleratePlanUuid: readonly string[]
  /** When each status was entered last. */
  readonly statusTime: Readonly<Partial<Record<InstanceStatus, string>>>
  readonly taskType: TaskType
}

/** Body of E7. */
export interface TriggerTimesRequest {
  /** The source table, `catalog.db.table`. */
  readonly tableName: string
  /** The tenant of the caller. */
  readonly tenantId: string
  /** Schedule times, each `yyyy-MM-dd HH:mm:ss` in the time zone of the tenant. */
  readonly scheduleTimes: readonly string[]
}

/** Body of E8. */
export interface TriggerRangeRequest {
  /** The source table, `catalog.db.table`. */
  readonly tableName: string
  /** The tenant of the caller. */
  readonly tenantId: string
  /** `yyyy-MM-dd HH:mm:ss` in the time zone of the tenant, included. */
  readonly startTime: string
  /** The same, included. */
  readonly endTime: string
}
