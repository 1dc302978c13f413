import type { WorkCalendar } from '../time/work-calendar.ts'
import type { Span } from '../tree/span.ts'
import type { GrainWord } from '../values/value-type.ts'
import type { PeriodOffset } from './period-offset.ts'

/** A calculation derived from a metric, written as a protocol string such as `sameperiod__yoy__growth`. */
export type Indirection = SamePeriod | Rank | Proportion | MultiLevelAggregate

/** The metric in another period, or its change since then. */
export interface SamePeriod {
  readonly kind: 'samePeriod'
  /** The metric of the form `sales__sameperiod__…`; null when the string names none. */
  readonly metric: IndirectionName | null
  readonly offset: PeriodOffset
  /** Restricts the calculation to days with this tag; null for all days. */
  readonly dateTag: IndirectionName | null
  readonly method: PeriodMethod
}

/**
 * `value`: the metric in the other period; `growthvalue`: the current value minus that; `growth`:
 * `growthvalue` divided by that value; `decrease` and `decreaserate`: the same with the sign changed.
 */
export type PeriodMethod = 'value' | 'growthvalue' | 'growth' | 'decrease' | 'decreaserate'

/** The rank of a row among the rows of its group. */
export interface Rank {
  readonly kind: 'rank'
  readonly metric: IndirectionName | null
  /** `rank` leaves gaps after ties, `rankDense` does not, `rowNumber` has no ties. */
  readonly method: 'rank' | 'rankDense' | 'rowNumber'
  readonly order: 'asc' | 'desc'
  /** The dimensions whose values form the groups; empty for one group of all rows. */
  readonly dimensions: readonly IndirectionDimension[]
}

/** The share of a row in the total of its group. */
export interface Proportion {
  readonly kind: 'proportion'
  readonly metric: IndirectionName | null
  /** The dimensions whose values form the groups; empty for the grand total. */
  readonly dimensions: readonly IndirectionDimension[]
}

/** The metric for each value of the dimensions, then aggregated over these values. */
export interface MultiLevelAggregate {
  readonly kind: 'multiLevelAggregate'
  readonly aggregate: 'SUM' | 'COUNT' | 'COUNT_DISTINCT' | 'AVG' | 'MIN' | 'MAX'
  readonly dimensions: readonly IndirectionDimension[]
}

/** A name in the string and its span. */
export interface IndirectionName {
  readonly name: string
  readonly span: Span
}

/** A dimension, perhaps with a grain (`metric_time__week`). */
export interface IndirectionDimension extends IndirectionName {
  readonly grain: GrainWord | null
}

/** The names that an indirection string may use. They decide between several readings of a string. */
export interface IndirectionNames {
  /** Whether there is a metric, perhaps temporary, with this name. */
  hasMetric(name: string): boolean
  /** Whether there is a dimension with this name, which has no grain suffix. */
  hasDimension(name: string): boolean
  /** All names, for suggestions. */
  metricNames(): Iterable<string>
  dimensionNames(): Iterable<string>
  /** The grains that dimensions may have. @defaultValue those without fiscal years and custom periods */
  readonly calendar?: WorkCalendar
}
