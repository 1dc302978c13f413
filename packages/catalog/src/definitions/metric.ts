import type { Aggregate } from '@tributary/attribution'
import type { CategoryRef } from './dimension.ts'

/** The definition of a metric, by `type`. */
export type MetricDefinition = AtomicMetric | DerivedMetric | CompositeMetric

interface MetricBase {
  readonly name: string
  readonly code: string | null
  readonly displayName: string
  readonly description: string
  readonly category: CategoryRef
  /**
   * The row condition: a question about the metric counts only rows that fulfil it. It may name attributes of the user
   * who asks, `[user.region]`. Absent for all rows.
   */
  readonly rows?: string
}

/** The aggregate of an ATOMIC metric. AVG is computed as SUM over COUNT, MEDIAN as the 0.5 percentile. */
export type MetricAggregate = Aggregate | 'AVG' | 'MEDIAN'

/** One aggregate of an expression over a dataset's rows. */
export interface AtomicMetric extends MetricBase {
  readonly type: 'ATOMIC'
  readonly dataset: string
  readonly aggregate: MetricAggregate
  /** Of PERCENTILE alone: between 0 and 1. */
  readonly fraction: number | null
  /** What is aggregated; null only for COUNT, which then counts rows. */
  readonly expr: string | null
  readonly filters: readonly string[]
}

/** Another metric with further filters. */
export interface DerivedMetric extends MetricBase {
  readonly type: 'DERIVED'
  readonly metric: string
  readonly filters: readonly string[]
}

/** A formula: of other metrics, or, with a dataset, of aggregates of its rows (`Sum([profit]) / Sum([sales])`). */
export interface CompositeMetric extends MetricBase {
  readonly type: 'COMPOSITE'
  readonly expr: string
  readonly dataset: string | null
}

/** The dimension that every dataset with a time has: the time of its rows. No definition may take this name. */
export const METRIC_TIME = 'metric_time'
