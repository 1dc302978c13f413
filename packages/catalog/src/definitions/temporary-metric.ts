/** A text of a request or a definition, and where it stands: `attribution.filters[0]`. */
export interface Located {
  readonly text: string
  readonly path: string
}

/** A metric made for one request (§2.9): another one over fewer rows, in another period, or computed in steps. */
export interface TemporaryMetric {
  readonly refMetric: Located
  readonly filters: readonly Located[]
  /** A period of the workspace, or a period string. */
  readonly period?: Located | null
  /** The base period of its means. */
  readonly metricGrain?: Located | null
  /** A date tag of the workspace: only such days. */
  readonly onlyContainsDateTag?: Located | null
  readonly indirections?: readonly Located[]
  readonly specifyDimension?: SpecifiedDimensions | null
  /** A formula of metrics in place of `refMetric`. */
  readonly expr?: Located | null
  readonly preAggs?: readonly PreAggregation[]
}

/** The dimensions that a temporary metric is computed with: only these, or all but these. */
export interface SpecifiedDimensions {
  readonly type: Located
  /** Names joined by commas. */
  readonly dimensions: Located
}

/** A metric per period of a grain first, then an aggregate of those. */
export interface PreAggregation {
  readonly granularity: Located
  readonly calculateType: Located
}
