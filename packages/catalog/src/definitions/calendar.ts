/** A statistical period that metrics of a request may name: `to_date -6 day of 0 day`. */
export interface PeriodDefinition {
  readonly name: string
  readonly displayName: string
  /** A period string of the expression language. */
  readonly expr: string
}

/** A kind of day that metrics of a request may be restricted to, such as workdays. */
export interface DateTagDefinition {
  readonly name: string
  readonly displayName: string
  /** A condition on `[metric_time]`. */
  readonly condition: string
}
