/** A temporary metric (§2.9); blank texts count as absent. */
export interface TemporaryMetricInput {
  readonly id?: string | null
  readonly refMetric: string
  readonly filters?: readonly string[] | null
  readonly period?: string | null
  readonly metricGrain?: string | null
  readonly onlyContainsDateTag?: string | null
  readonly indirections?: readonly string[] | null
  readonly specifyDimension?: { readonly type: string; readonly dimensions: string } | null
  readonly expr?: string | null
  readonly preAggs?:
    | readonly { readonly granularity: string; readonly calculateType: string }[]
    | null
}

/** The body of E5, attribution by time comparison. */
export interface TimeComparisonRequest {
  readonly metric: string
  readonly metricDefinitions?: Readonly<Record<string, TemporaryMetricInput>> | null
  readonly dimensions: readonly string[]
  /** Asks for what was done; an extension of the specification. @defaultValue false */
  readonly explain?: boolean | null
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
  /** Asks for what was done; an extension of the specification. @defaultValue false */
  readonly explain?: boolean | null
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
  /** Only where it was asked for. */
  readonly explanation?: ExplanationData
}

/** What was done for an answer. */
export interface ExplanationData {
  /** What the engine ran: SQL, or a plan in words. */
  readonly executed: readonly string[]
  /** What was aggregated, in words. */
  readonly leaves: readonly { readonly name: string; readonly aggregate: string }[]
  /** The windows as ranges of time, `from` included and `to` not; null where they are no ranges. */
  readonly windows: Readonly<
    Record<
      'current' | 'compare',
      readonly { readonly from: string | null; readonly to: string | null }[] | null
    >
  >
  /** Base periods in each window, as far as the data reaches; null where they are not known. */
  readonly periods: Readonly<Record<'current' | 'compare', number | null>>
  /** How contributions were computed: `linear`, `quotient`, `path` or `other`. */
  readonly form: string
  /** The change of the total less the sum of the contributions, table by table; null where there are none. */
  readonly residuals: readonly { readonly dimension: string; readonly residual: number | null }[]
}

/** One result table: arrays of equal length, one per column, in the same row order. */
export interface AttributionTableData {
  readonly dimension: string | null
  readonly table: Readonly<Record<string, readonly (string | number | null)[]>>
  readonly warning: string | null
  readonly empty: boolean
}
