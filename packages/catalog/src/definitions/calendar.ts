import type { WorkCalendar } from '@tributary/expression'

/** The weeks and fiscal years of a workspace. */
export type CalendarDefinition = WorkCalendar

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
