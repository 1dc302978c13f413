import type { Interval } from '@tributary/expression'
import type { ColumnTable } from 'arquero'
import type { Leaf } from '../source.ts'

/** The answer: the overall table first, then one table per grouping, in the request's order. */
export interface AttributionAnswer {
  readonly tables: readonly AttributionTable[]
  /** What holds for the whole answer, `CODE detail` joined by `; `; null when nothing. */
  readonly warning: string | null
  /** What the source ran, for people. */
  readonly executed: readonly string[]
  /** What was done with it. */
  readonly explanation: Explanation
}

/** How an answer came about. */
export interface Explanation {
  readonly leaves: readonly Leaf[]
  /** The stretches of time that the windows are; null where a window is not made of such. */
  readonly windows: Readonly<Record<'current' | 'compare', readonly Interval[] | null>>
  /** Base periods of each window, as far as the data reaches; null where they are not known. */
  readonly periods: Readonly<Record<'current' | 'compare', number | null>>
  /** How contributions were computed. */
  readonly form: 'linear' | 'quotient' | 'path' | 'other'
  /** The change of the total less the sum of the contributions of a table; null where there are none. */
  readonly residuals: readonly { readonly dimension: string; readonly residual: number | null }[]
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
