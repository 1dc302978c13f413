import type { Located, TemporaryMetric } from '../resolve/located.ts'

/** A metric view in the words of its request: names and expressions, each with its place. */
export interface ViewQuestion {
  /** Keys of `metricDefinitions`, else metrics by name, code or display name. */
  readonly metrics: readonly Located[]
  /** Dimensions by name, code or display name, perhaps by grain (`metric_time__week`). */
  readonly dimensions: readonly Located[]
  /** A condition on `metric_time` alone; blank text counts as none. */
  readonly timeConstraint: Located | null
  /** Conditions on rows. */
  readonly filters: readonly Located[]
  /** Conditions on the metrics of the view. */
  readonly resultFilters: readonly Located[]
  readonly orders: readonly ViewOrderQuestion[]
  /** Metrics of this view alone, by key. */
  readonly metricDefinitions: ReadonlyMap<string, TemporaryMetric>
  /** The present, in microseconds since 1970 in the tenant's local time. */
  readonly now: bigint
}

/** What a view is sorted by: a metric or a dimension. */
export interface ViewOrderQuestion {
  readonly name: Located
  readonly direction: 'ASC' | 'DESC'
}
