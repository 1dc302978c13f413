import type { ColumnTable } from 'arquero'

/** The answer: the overall table first, then one table per grouping, in the request's order. */
export interface AttributionAnswer {
  readonly tables: readonly AttributionTable[]
  /** What holds for the whole answer, `CODE detail` joined by `; `; null when nothing. */
  readonly warning: string | null
  /** What the source ran, for people. */
  readonly executed: readonly string[]
}

/** One result table, as the specification's §2.5 names its columns. */
export interface AttributionTable {
  /** The grouping's name; null for the overall table. */
  readonly dimension: string | null
  /** A text column per key, then `@currentValue`, `@compareValue`, `@growth`, `@growthRate`, `@overallContributionRate`, `@relativeContributionRate`. */
  readonly table: ColumnTable
  readonly warning: string | null
  /** Whether the table has no row. */
  readonly empty: boolean
}
