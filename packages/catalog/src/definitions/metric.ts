import type { Aggregate } from '@tributary/attribution'
import type { GrainWord } from '@tributary/expression'
import type { CategoryRef } from './dimension.ts'

/** The definition of a metric, by `type`. */
export type MetricDefinition = AtomicMetric | DerivedMetric | CompositeMetric

/** The fields that metrics of every type have. */
export interface MetricBase {
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
  /** The unit of its values: a currency of MONEY, a unit of time of DURATION, else a word such as `flights`. */
  readonly unit?: string
  /** How people read its values. Absent for plain numbers. */
  readonly format?: MetricFormat
  /** Whether movements compare it unless a question names metrics. @defaultValue true */
  readonly explain?: boolean
}

/**
 * How people read a number. PERCENT: 0.25 as 25 %. MONEY: with its currency and that currency's digits. DURATION: in days,
 * hours, minutes and seconds. SI: 12,300,000 as 12.3 M.
 */
export type MetricFormat = (typeof METRIC_FORMATS)[number]

/** Every format. */
export const METRIC_FORMATS = ['PERCENT', 'MONEY', 'DURATION', 'SI'] as const

/** The units of a metric with the format DURATION, each in milliseconds. */
export const DURATION_UNITS: ReadonlyMap<string, number> = new Map([
  ['milliseconds', 1],
  ['seconds', 1_000],
  ['minutes', 60_000],
  ['hours', 3_600_000],
  ['days', 86_400_000],
])

/** The aggregate of an ATOMIC metric. AVG is computed as SUM over COUNT, MEDIAN as the 0.5 percentile. */
export type MetricAggregate = Aggregate | 'AVG' | 'MEDIAN'

/** Which times the rows of a metric have. */
export interface MetricTimes {
  /** Its own time, one of its dataset by name. Absent: the `time` of the dataset. */
  readonly time?: string
  /** Other times of its dataset that a question may choose. Absent for none. */
  readonly times?: readonly string[]
}

/** One aggregate of an expression over a dataset's rows. */
export interface AtomicMetric extends MetricBase, MetricTimes {
  readonly type: 'ATOMIC'
  readonly dataset: string
  readonly aggregate: MetricAggregate
  /** Of PERCENTILE and PERCENTILE_DISC alone: between 0 and 1. */
  readonly fraction: number | null
  /** The expression that is aggregated; null only for COUNT, which then counts rows. */
  readonly expr: string | null
  readonly filters: readonly string[]
  /** Whether it has no value where it has no rows; absent: a sum or a count over no rows is 0. */
  readonly nullWhenEmpty?: boolean
  /** Whether a question by time has periods without rows too. Absent for not. */
  readonly fillsPeriods?: boolean
  /** Of a balance or another stock: how its values at several times become one. Absent where times add up. */
  readonly nonAdditive?: NonAdditive
}

/**
 * How the values at several base periods become one: the first or last that has rows, by itself or of each combination of
 * dimensions (`per`), or an aggregate of all of them.
 */
export interface NonAdditive {
  readonly take: Take | 'MIN' | 'MAX' | 'AVG'
  readonly per: readonly string[]
}

/** Another metric with further filters, in another period, or both. */
export interface DerivedMetric extends MetricBase {
  readonly type: 'DERIVED'
  readonly metric: string
  readonly filters: readonly string[]
  /** The period in place of that of a question. Absent for the same. */
  readonly period?: MetricPeriod
}

/**
 * The period that a metric looks at, from the period of a question. `before`: the same, so many of `grain` earlier.
 * `startOf`: the first base period of the `grain` that the question's period begins in. The others accumulate up to a base
 * period of the question's period, the last or the first (`take`), included: `trailing` the base periods of the last `count`
 * of `grain`, `toDate` those since the start of its `grain`, `allTime` all. With AVG the value is the mean of those up to each
 * base period.
 */
export type MetricPeriod =
  | { readonly kind: 'before'; readonly count: number; readonly grain: GrainWord }
  | { readonly kind: 'startOf'; readonly grain: GrainWord }
  | {
      readonly kind: 'trailing'
      readonly count: number
      readonly grain: GrainWord
      readonly take: Take | 'AVG'
    }
  | { readonly kind: 'toDate'; readonly grain: GrainWord; readonly take: Take | 'AVG' }
  | { readonly kind: 'allTime'; readonly take: Take | 'AVG' }

/** Which one of several periods. */
export type Take = 'FIRST' | 'LAST'

/** Whether a period accumulates the values of periods before. */
export function accumulates({ kind }: MetricPeriod): boolean {
  return kind !== 'before' && kind !== 'startOf'
}

/** A formula: of other metrics, or, with a dataset, of aggregates of its rows (`Sum([profit]) / Sum([sales])`). */
export interface CompositeMetric extends MetricBase, MetricTimes {
  readonly type: 'COMPOSITE'
  readonly expr: string
  readonly dataset: string | null
}

/** The dimension that every dataset with a time has: the time of its rows. No definition may take this name. */
export const METRIC_TIME = 'metric_time'
