import type { Grain } from '@tributary/expression'
import type { Calculation } from '../request/request.ts'

/**
 * A measure in expressions over the table's columns: `{ sum: '[delay]' }`,
 * `{ countRows: true }`. `where` keeps rows for this measure alone.
 */
export type MeasureQuestion = (
  | { readonly sum: string }
  | { readonly count: string }
  | { readonly countDistinct: string }
  | { readonly min: string }
  | { readonly max: string }
  | { readonly countRows: true }
) & { readonly where?: string }

/** One measure, or a formula over named measures: `{ measures: { delay: …, flights: … }, formula: '[delay] / [flights]' }`. */
export type MetricQuestion =
  | MeasureQuestion
  | { readonly measures: Readonly<Record<string, MeasureQuestion>>; readonly formula: string }

/** A column by name, an expression under a name, or a combination of both kinds that gives one table. */
export type TableDimension = TableKey | readonly TableKey[]

/** One column of a result table: a column of the table by name, or an expression under a name. */
export type TableKey = string | { readonly name: string; readonly expr: string }

/** Why does a metric differ between two sets of rows of one table? Texts are in the expression language. */
export interface TableQuestion {
  readonly metric: MetricQuestion
  /** One result table for each. */
  readonly dimensions: readonly TableDimension[]
  /** Which rows are in the current window: `'DateTrunc([date], "MONTH") = "2001-06-01"'`. */
  readonly current: string
  /** Which rows are in the compare window. */
  readonly compare: string
  /** Keeps matching rows only, in both windows and in all totals. @defaultValue every row */
  readonly filter?: string
  /**
   * Narrows both windows to matching rows; overall rates remain shares of the change of all rows.
   * @defaultValue no part
   */
  readonly drillDown?: string
  /** Totals, or means per period of `time`. @defaultValue `ALL` */
  readonly calculation?: Calculation
  /** The column with the time of a row, and the period that AVG takes the mean over. @defaultValue none */
  readonly time?: {
    readonly column: string
    readonly grain: Grain
    /** The time zone whose wall clock the times are of: a day then has as many hours as it had. @defaultValue 24 */
    readonly timeZone?: string
  }
  /**
   * Whether the tables have the column `@contribution`, and for quotients `@rateContribution` and `@mixContribution`.
   * @defaultValue false
   */
  readonly contributions?: boolean
  /** The most rows of a result table. @defaultValue 10,000 */
  readonly maxRows?: number
  /**
   * The most rows that a result table is wanted to have: those with the largest contributions, whatever their sign, the
   * largest first. `rest` says what the others have together. @defaultValue no limit but `maxRows`
   */
  readonly rowLimit?: number
}
