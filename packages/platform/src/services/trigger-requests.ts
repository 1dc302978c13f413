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
