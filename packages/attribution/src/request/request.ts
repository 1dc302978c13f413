import type { Grain, TypedExpr } from '@tributary/expression'
import type { GroupKey, Measure, RowSet, WindowPair } from './source.ts'

/** A metric as measures and a formula over them, in which references with a null table name measures. */
export interface ResolvedMetric {
  readonly name: string
  readonly measures: readonly Measure[]
  readonly formula: TypedExpr
}

/** The dimension of one result table: one key to group by, or several for a combination. */
export interface Grouping {
  /** The table's `dimension`: the name as asked. */
  readonly name: string
  readonly keys: readonly GroupKey[]
  /**
   * Whether it groups by the dimension that separates the two compared objects, so that each row is
   * on one side; its table gets a warning. @defaultValue false
   */
  readonly oneSided?: boolean
}

/** The time of a row, and the metric's base period. */
export interface RowTime {
  readonly value: TypedExpr
  readonly grain: Grain
  /** The period that a row stands for, where other facts of the metric have another one. @defaultValue all have one */
  readonly rowGrain?: Grain
  /**
   * The time zone on whose wall clock the times were read, when they are moments: a day then has as many hours as it had.
   * @defaultValue none: every day has 24 hours
   */
  readonly timeZone?: string
  /** Only rows that fulfil it tell how far the data reaches. @defaultValue all rows do */
  readonly within?: TypedExpr
}

/** `ALL`: each measure once over the whole window. `AVG`: each measure as its mean per base period of its window. */
export type Calculation = 'ALL' | 'AVG'

/** The rows of one fact, a table that a metric aggregates, and what a question means for them. */
export interface FactRows {
  readonly rows: RowSet
  /** The name of its dataset in warnings, without blanks. @defaultValue warnings do not name it */
  readonly dataset?: string
  readonly groupings: readonly Grouping[]
  readonly windows: WindowPair
  /** Further pairs of windows that measures of the metric refer to, such as the same windows a year before. */
  readonly otherWindows?: readonly WindowPair[]
  /** `attribution.filters`, which drill down: the scope has them, the root scope does not. Null: none. */
  readonly drillDown: TypedExpr | null
  /** The time of a row and the metric's base period; null when the rows have no time (then AVG is refused). */
  readonly time: RowTime | null
}

/** A resolved question: why does `metric` differ between the current and the compare window? */
export interface AttributionRequest extends FactRows {
  readonly metric: ResolvedMetric
  /**
   * Further facts that measures of the metric refer to: `[bookings] / [views]`. Each has the same groupings by the same
   * names, the same windows and the same drill-down over its own columns. Each is aggregated alone, and the groups are
   * joined by their keys, so no row counts twice (drilling across: R. Kimball and M. Ross, _The Data Warehouse Toolkit_,
   * 3rd ed., Wiley 2013, ch. 4). @defaultValue none
   */
  readonly otherFacts?: readonly FactRows[]
  readonly calculation: Calculation
  /** Whether the tables have the contributions as columns. @defaultValue false */
  readonly contributions?: boolean
  /** The most rows of a result table. @defaultValue 10,000 */
  readonly maxRows?: number
  /**
   * The most rows of a result table that the question wants: those with the largest contributions, whatever their sign, the
   * largest first. `rest` says what the others have together. @defaultValue no limit but `maxRows`
   */
  readonly rowLimit?: number
}

/** The columns of every result table after its keys, in order. */
export const MEASURES = [
  '@currentValue',
  '@compareValue',
  '@growth',
  '@growthRate',
  '@overallContributionRate',
  '@relativeContributionRate',
] as const

/**
 * The columns of the exact values of both windows as texts, after {@link MEASURES}. A table has them where a number of
 * `@currentValue` or `@compareValue` would lose digits.
 */
export const VALUE_TEXTS = {
  current: '@currentValueText',
  compare: '@compareValueText',
} as const

/** The column of contributions, where a request asks for them. */
export const CONTRIBUTION = '@contribution'

/** The columns of the two parts of a contribution to a quotient, after {@link CONTRIBUTION}. */
export const CONTRIBUTION_PARTS = ['@rateContribution', '@mixContribution'] as const
