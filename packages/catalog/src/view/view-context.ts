import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { ResourceRef } from '../definitions/grant.ts'
import type { ViewQuestion } from './view-question.ts'

/** What every part of a view is resolved with. */
export interface ViewContext {
  readonly catalog: Catalog
  readonly question: ViewQuestion
  /** Told of each metric, dimension and dataset that the view names, once it is known which one is meant. */
  readonly named: (resource: ResourceRef) => void
  /** The datasets of temporary metrics by key, as far as they are found. */
  readonly datasets: Map<string, DatasetDefinition>
}

/** A metric of a view. */
export interface ViewMetric {
  /** The name of a metric, or the key of a temporary one. */
  readonly name: string
  readonly isTemporary: boolean
  /** What all of it stands on. */
  readonly dataset: DatasetDefinition
}
