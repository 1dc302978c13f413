import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import { endOf, pathNamed } from './relation-path.ts'

/** The dataset whose columns give a dimension its value: its own, or the one at the end of its relations. */
export function datasetOfValue(
  catalog: Catalog,
  dimension: DimensionDefinition,
): DatasetDefinition {
  const base = catalog.dataset(dimension.dataset)
  const path = pathNamed(catalog.datasets, base, dimension.via)
  return (path && endOf(catalog.datasets, base, path)) ?? base
}
