import type { InstanceStatus } from '../../model/instance.ts'

/** Query of E9: the plan by its id or by its name. */
export interface PlanQuery {
  readonly planId?: string
  readonly planName?: string
}

/** `data` of E9. Times are `yyyy-MM-dd HH:mm:ss` in the time zone of the tenant. */
export interface PlanDetailData {
  readonly planId: string
  readonly name: string
  readonly displayName: string
  /** Names of dimensions, perhaps with a grain: `metric_time__day`. */
  readonly dimensionList: readonly string[]
  readonly metricList: readonly string[]
  readonly filterList: readonly string[]
  /** How many grains back from its schedule time a scheduled run ends and begins. */
  readonly updateUpperInterval: number
  readonly updateLowerInterval: number
  /** The length of a partition, such as `DAY`. */
  readonly granularity: string
  /** Whether it has a schedule. */
  readonly isScheduleUpdate: boolean
  readonly cron: string | null
  /** How often an instance that fails is tried again by itself; null when the plan does not say. */
  readonly retryCount: number | null
  /** Seconds from a failure to the next try; null when the plan does not say. */
  readonly retryInterval: number | null
  /** `catalog.schema.table`. */
  readonly mvTableName: string
  /** The beginning of the newest partition with rows; null without one. */
  readonly latestDataTime: string | null
  /** When a partition was written last; null when none was. */
  readonly lastRefreshTime: string | null
  /** Always empty: the specification shows no entry. */
  readonly dataRangeList: readonly never[]
  /** The instance that was begun, or else made, last; null when there is none. */
  readonly latestTaskDetail: LatestTaskData | null
}

/** The last instance of a plan. */
export interface LatestTaskData {
  readonly taskId: string
  readonly taskStatus: InstanceStatus
  readonly startTime: string | null
  readonly finishedTime: string | null
  readonly message: string | null
}

/** Query of E13. */
export interface PlanPartitionsQuery {
  /** Id of the plan. */
  readonly uuid: string
  /** From 1. */
  readonly pageNumber: number
  /** From 1 to 1,000. */
  readonly pageSize: number
}

/** Answer of E13: the partitions that were recorded; the table itself is not read. */
export interface PlanPartitionsData {
  readonly isPartition: boolean
  /** Whether any row was written. */
  readonly hasData: boolean
  /** Null for a table without partitions, which is always written whole. */
  readonly partition: PartitionPageData | null
}

/** A page of partitions with rows, the newest first. */
export interface PartitionPageData {
  /** Spelled as the specification has it. */
  readonly paritionList: readonly { readonly value: string }[]
  readonly hasNext: boolean
  /** How many there are on all pages. */
  readonly total: number
  readonly pageNumber: number
  readonly pageSize: number
}

/** Body of E1: which plan to refresh, and which days of it. */
export interface BackfillRequest {
  /** The plan by its id; either this or `planName`. */
  readonly planId?: string | null
  /** The plan by its name. */
  readonly planName?: string | null
  /** The first day, `YYYY-MM-DD`. */
  readonly startTime: string
  /** The last day, `YYYY-MM-DD`, included. */
  readonly endTime: string
  /** How many days an instance refreshes; 1 when absent or null. */
  readonly dateIntervalOfLot?: number | null
}
