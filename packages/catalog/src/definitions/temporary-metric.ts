/** A text of a request or a definition, with its path for error messages, such as `attribution.filters[0]`. */
export interface Located {
  readonly text: string
  readonly path: string
}

/**
 * A metric defined for one request: another metric with filters, in another period, or in two aggregation
 * steps.
 */
export interface TemporaryMetric {
  readonly refMetric: Located
  readonly filters: readonly Located[]
  /** A period of the workspace, or a period string. */
  readonly period?: Located | null
  /** The time of the rows, one that the metrics below allow. */
  readonly time?: Located | null
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

/** Two steps: the metric for each period of a grain, then an aggregate of these values. */
export interface PreAggregation {
  readonly granularity: Located
  readonly calculateType: Located
}
