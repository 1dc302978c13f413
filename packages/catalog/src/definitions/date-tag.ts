/** A kind of day that metrics of a request may be restricted to, such as workdays. */
export interface DateTagDefinition {
  readonly name: string
  readonly displayName: string
  /** A condition on `[metric_time]`. */
  readonly condition: string
}
