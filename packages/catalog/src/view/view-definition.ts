/** A metric view whose names are all mapped: metrics and dimensions by name, temporary metrics by key. */
export interface ViewDefinition {
  readonly metrics: readonly string[]
  /** A name, or a name and a grain: `metric_time__week`. */
  readonly dimensions: readonly string[]
  readonly timeConstraint: string | null
  readonly filters: readonly string[]
  readonly resultFilters: readonly string[]
  readonly orders: readonly { readonly name: string; readonly direction: 'ASC' | 'DESC' }[]
  readonly metricDefinitions: Readonly<Record<string, ViewMetricDefinition>>
}

/** A temporary metric of a view, its names mapped (§2.9); what the request left out is absent. */
export interface ViewMetricDefinition {
  readonly refMetric: string
  readonly period?: string
  readonly metricGrain?: string
  readonly onlyContainsDateTag?: string
  readonly filters?: readonly string[]
  readonly indirections?: readonly string[]
  readonly specifyDimension?: { readonly type: string; readonly dimensions: string }
  readonly expr?: string
  readonly preAggs?: readonly { readonly granularity: string; readonly calculateType: string }[]
}
