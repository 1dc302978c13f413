import type { WorkCalendar } from '@tributary/expression'

/** The weeks, the fiscal years and the custom periods of a workspace. */
export interface CalendarDefinition extends WorkCalendar {
  /** The datasets that list custom periods. @defaultValue none */
  readonly sources?: readonly CalendarSource[]
}

/** A dataset whose rows, in order of time, are periods or parts of periods. */
export interface CalendarSource {
  readonly dataset: string
  /** The column with the first day of a row. */
  readonly start: string
  /** The column with the last day of a row, or with the first day after it; null: a row ends where the next one starts. */
  readonly end: string | null
  /** Rows next to each other with the same label are one period of a grain. */
  readonly grains: readonly { readonly name: string; readonly label: string }[]
}

/** A statistical period that temporary metrics can name, such as `to_date -6 day of 0 day`. */
export interface PeriodDefinition {
  readonly name: string
  readonly displayName: string
  /** A period string of the expression language. */
  readonly expr: string
}

/** A kind of day that temporary metrics can be restricted to, such as workdays. */
export interface DateTagDefinition {
  readonly name: string
  readonly displayName: string
  /** A condition on `[metric_time]`. */
  readonly condition: string
}
