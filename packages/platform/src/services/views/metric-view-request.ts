import type { TemporaryMetricInput } from '../attribution/attribution-requests.ts'

/** Body of E14. */
export interface CreateMetricViewRequest {
  /** Letters, digits and underscores, at most 50; unique within the tenant. */
  readonly viewName: string
  /** At most 128 characters. */
  readonly displayName: string
  readonly description?: string | null
  /** Names, codes or display names of metrics, and keys of `metricDefinitions`. */
  readonly metrics: readonly string[]
  /** Names, codes or display names, perhaps with a grain: `metric_time__week`. */
  readonly dimensions?: readonly string[] | null
  /** A condition on `[metric_time]`. */
  readonly timeConstraint?: string | null
  /** Conditions on rows. */
  readonly filters?: readonly string[] | null
  /** Conditions on metrics of `metrics`. */
  readonly resultFilters?: readonly string[] | null
  /** One key each, a metric or a dimension; its value is `ASC` or `DESC`, whatever the case. */
  readonly orders?: readonly Readonly<Record<string, string>>[] | null
  /** Temporary metrics by key. */
  readonly metricDefinitions?: Readonly<Record<string, TemporaryMetricInput>> | null
}
