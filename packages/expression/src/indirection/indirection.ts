import type { Span } from '../tree/span.ts'
import type { Grain } from '../values/value-type.ts'
import type { PeriodOffset } from './period-offset.ts'

/** A calculation derived from a metric, as its protocol string says it (`sameperiod__yoy__growth`). */
export type Indirection = SamePeriod | Rank | Proportion | MultiLevelAggregate

/** The metric in another period, or how far it has moved since. */
export interface SamePeriod {
  readonly kind: 'samePeriod'
  /** Of the suffix form `sales__sameperiod__…`; null where the string names no metric. */
  readonly metric: IndirectionName | null
  readonly offset: PeriodOffset
  /** Only the days with this tag; null for all. */
  readonly dateTag: IndirectionName | null
  readonly method: PeriodMethod
}

/**
 * `value`: the metric in the other period; `growthvalue`: now less then; `growth`: that over then;
 * `decrease` and `decreaserate`: the same with the sign changed.
 */
export type PeriodMethod = 'value' | 'growthvalue' | 'growth' | 'decrease' | 'decreaserate'

/** The place of a row among the rows of the same group. */
export interface Rank {
  readonly kind: 'rank'
  readonly metric: IndirectionName | null
  /** `rank` leaves gaps after ties, `rankDense` does not, `rowNumber` has no ties. */
  readonly method: 'rank' | 'rankDense' | 'rowNumber'
  readonly order: 'asc' | 'desc'
  /** What the ranks are counted within; none: among all rows. */
  readonly dimensions: readonly IndirectionDimension[]
}

/** The share of a row in its group. */
export interface Proportion {
  readonly kind: 'proportion'
  readonly metric: IndirectionName | null
  /** What the whole is taken within; none: the grand total. */
  readonly dimensions: readonly IndirectionDimension[]
}

/** The metric per value of the dimensions first, then aggregated over those values. */
export interface MultiLevelAggregate {
  readonly kind: 'multiLevelAggregate'
  readonly aggregate: 'SUM' | 'COUNT' | 'COUNT_DISTINCT' | 'AVG' | 'MIN' | 'MAX'
  readonly dimensions: readonly IndirectionDimension[]
}

/** A name in the string, and where it stands. */
export interface IndirectionName {
  readonly name: string
  readonly span: Span
}

/** A dimension, perhaps by grain (`metric_time__week`). */
export interface IndirectionDimension extends IndirectionName {
  readonly grain: Grain | null
}

/**
 * What the names in an indirection string may stand for. Absent answers mean that no such thing exists;
 * a string whose names fit in one way only is read that way.
 */
export interface IndirectionNames {
  /** Whether a metric is known by this name; temporary metrics too. */
  hasMetric(name: string): boolean
  /** Whether a dimension is known by this name, without a grain. */
  hasDimension(name: string): boolean
  /** All names, for suggestions. */
  metricNames(): Iterable<string>
  dimensionNames(): Iterable<string>
}
