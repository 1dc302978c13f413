import type { Catalog } from '../catalog.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import { columnIn } from '../resolve/meaning.ts'
import { endOf, pathNamed } from '../resolve/relation-path.ts'
import { addColumns } from './add-columns.ts'
import { dimensionRef } from './asset-refs.ts'
import type { LineageSet } from './lineage-set.ts'
import { namesIn } from './names-in.ts'

/** DATASET_COLUMN → DIMENSION for the columns of its value and the keys of the relations that lead there. */
export function addDimension(
  lineage: LineageSet,
  catalog: Catalog,
  dimension: DimensionDefinition,
): void {
  const { displayName, description, value, originDataType } = dimension
  const self = dimensionRef(dimension)
  lineage.vertex({ ...self, displayName, description, custom: { originDataType } })
  const base = catalog.dataset(dimension.dataset)
  const via = pathNamed(catalog.datasets, base, dimension.via) ?? []
  const dataset = endOf(catalog.datasets, base, via) ?? base
  if (value.type === 'COLUMN_BIND') {
    addColumns(lineage, catalog, { base, path: via, dataset, column: value.column }, self)
    return
  }
  for (const name of namesIn(value.expr)) {
    const meaning = columnIn(catalog, dataset, name)
    if (meaning.kind !== 'column') continue
    const path = [...via, ...meaning.path]
    const use = { base, path, dataset: meaning.dataset, column: meaning.column.name }
    addColumns(lineage, catalog, use, self)
  }
}
