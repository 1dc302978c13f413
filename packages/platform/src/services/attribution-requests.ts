/** A temporary metric as the attribution operations take it (§2.9). */
export interface TemporaryMetricInput {
  readonly refMetric: string
  readonly filters?: readonly string[] | null
}

/** The body of E5, attribution by time comparison. */
export interface TimeComparisonRequest {
  readonly metric: string
  readonly metricDefinitions?: Readonly<Record<string, TemporaryMetricInput>> | null
  readonly dimensions: readonly string[]
  readonly attribution: {
    readonly attributionCalculateType: string
    readonly currentTimeConstraint: string
    readonly compareTimeConstraint: string
    readonly filters?: readonly string[] | null
  }
}

/** One side of a peer comparison. */
export interface PeerObject {
  readonly filters: readonly string[]
  readonly timeConstraint?: string | null
}

/** The body of E4, attribution by peer comparison. */
export interface PeerComparisonRequest {
  readonly metric: string
  readonly metricDefinitions?: Readonly<Record<string, TemporaryMetricInput>> | null
  readonly dimensions: readonly string[]
  readonly attribution: {
    readonly attributionCalculateType: string
    readonly compareDimension: string
    readonly filters?: readonly string[] | null
    readonly timeConstraint?: string | null
    readonly currentObject: PeerObject
    readonly compareObject: PeerObject
  }
}

/** `data` of E4 and E5 (§2.5). */
export interface AttributionData {
  readonly tables: readonly AttributionTableData[]
  readonly warning: string | null
}

/** One result table: arrays of equal length, one per column, in the same row order. */
export interface AttributionTableData {
  readonly dimension: string | null
  readonly table: Readonly<Record<string, readonly (string | number | null)[]>>
  readonly warning: string | null
  readonly empty: boolean
}
