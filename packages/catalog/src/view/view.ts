import type { ValueType } from '@tributary/expression'
import type { ResourceRef } from '../definitions/access.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'

/** A metric view as a request states it: names and expressions, each with its path. */
export interface ViewQuestion {
  /** Keys of `metricDefinitions`, else metrics by name, code or display name. */
  readonly metrics: readonly Located[]
  /** Dimensions by name, code or display name, perhaps by grain (`metric_time__week`). */
  readonly dimensions: readonly Located[]
  /** A condition on `metric_time` alone; blank text counts as none. */
  readonly timeConstraint: Located | null
  /** Conditions on rows. */
  readonly filters: readonly Located[]
  /** Conditions on the metrics of the view. */
  readonly resultFilters: readonly Located[]
  readonly orders: readonly ViewOrderQuestion[]
  /** Metrics of this view alone, by key. */
  readonly metricDefinitions: ReadonlyMap<string, TemporaryMetric>
  /** The present, in microseconds since 1970 in the tenant's local time. */
  readonly now: bigint
}

/** A sort key of a view: a metric or a dimension. */
export interface ViewOrderQuestion {
  readonly name: Located
  readonly direction: 'ASC' | 'DESC'
}

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

/** A value of a request with texts in place of texts with their paths, and without nulls. */
type WithoutPaths<Value> = Value extends Located
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly WithoutPaths<Item>[]
    : { readonly [Name in keyof Value]: WithoutPaths<Exclude<Value[Name], null>> }

/** A temporary metric of a view, its names mapped; fields that the request left out are absent. */
export type ViewMetricDefinition = WithoutPaths<
  Pick<TemporaryMetric, 'refMetric'> & Partial<Omit<TemporaryMetric, 'refMetric'>>
>

/** The context of every part of a view. */
export interface ViewContext {
  readonly catalog: Catalog
  readonly question: ViewQuestion
  /** Is called with each metric and dimension that the view names. */
  readonly named: (resource: ResourceRef) => void
  /** The type of the values of a metric that the view lists, called as the request calls it. */
  typeOf(metric: Located): ValueType
  /** The datasets of temporary metrics by key, as far as they are found. */
  readonly datasets: Map<string, ReadonlySet<DatasetDefinition>>
}

/** A metric of a view. */
export interface ViewMetric {
  /** The name of a metric, or the key of a temporary one. */
  readonly name: string
  readonly isTemporary: boolean
  /** The datasets that it aggregates. */
  readonly datasets: ReadonlySet<DatasetDefinition>
}
