import type { Calculation } from '@tributary/attribution'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog.ts'
import type { MetricResolution } from '../resolve/resolve-metric.ts'

/** A question of the API in the words of its request: names and expressions, each with its place. */
export interface AttributionQuestion {
  /** A key of `metricDefinitions`, else a metric by name, code or display name. */
  readonly metric: Located
  /** Metrics of this question alone, by key. */
  readonly metricDefinitions: ReadonlyMap<string, TemporaryMetric>
  /**
   * One table each: a dimension by name, code or display name, perhaps by grain (`metric_time__week`),
   * or several joined by commas.
   */
  readonly dimensions: readonly Located[]
  readonly calculation: Calculation
  /** Drill-down: conditions on the rows of both windows. */
  readonly filters: readonly Located[]
  /** For a window that has none of its own; blank text counts as none. */
  readonly timeConstraint: Located | null
  readonly current: WindowQuestion
  readonly compare: WindowQuestion
  /** The dimension that tells peers apart; only checked to be available. */
  readonly compareDimension: Located | null
  /** The present, in microseconds since 1970 in the tenant's local time. */
  readonly now: bigint
  /** How many rows a table may have at most; absent: attribution's own default. */
  readonly maxRows?: number
}

/** What chooses the rows of one window. */
export interface WindowQuestion {
  readonly filters: readonly Located[]
  /** A condition on `metric_time` alone; blank text counts as none. */
  readonly timeConstraint: Located | null
}

/** What every part of a plan is made from. */
export interface PlanContext {
  readonly catalog: Catalog
  readonly metric: MetricResolution
  readonly question: AttributionQuestion
}
