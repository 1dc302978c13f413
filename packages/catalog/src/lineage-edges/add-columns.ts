import type { VertexRef } from '@tributary/lineage'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { RelationPath } from '../resolve/relation-path.ts'
import { datasetColumnRef } from './asset-refs.ts'
import type { LineageSet } from './lineage-set.ts'

/** A column that something is made of, and the relations walked to it. */
export interface ColumnUse {
  /** Where the path begins. */
  readonly base: DatasetDefinition
  readonly path: RelationPath
  /** Where the path ends and the column is. */
  readonly dataset: DatasetDefinition
  readonly column: string
}

/** DATASET_COLUMN → `to` for the column itself and for both key columns of every relation walked. */
export function addColumns(
  lineage: LineageSet,
  catalog: Catalog,
  use: ColumnUse,
  to: VertexRef,
): void {
  lineage.edge(datasetColumnRef(use.dataset, use.column), to)
  addRelationKeys(lineage, catalog, use, to)
}

/** DATASET_COLUMN → `to` for both key columns of every relation walked. */
export function addRelationKeys(
  lineage: LineageSet,
  catalog: Catalog,
  { base, path }: Pick<ColumnUse, 'base' | 'path'>,
  to: VertexRef,
): void {
  let from = base
  for (const relation of path) {
    const next = catalog.dataset(relation.to)
    for (const key of relation.on) {
      lineage.edge(datasetColumnRef(from, key.column), to)
      lineage.edge(datasetColumnRef(next, key.toColumn), to)
    }
    from = next
  }
}
