import type { Catalog, DatasetDefinition } from '@tributary/catalog'
import type { RelationDefinition } from '@tributary/catalog/internal'
import type { RelationConditionData, RelationData, RelationFromData } from './dataset-data.ts'

/** The relations of a dataset toward others. */
export function relationsFrom(
  catalog: Catalog,
  dataset: DatasetDefinition,
): readonly RelationData[] {
  return dataset.relations.map((relation) => ({
    type: relation.type,
    srcDatasetName: dataset.name,
    dstDatasetName: relation.to,
    relationConditions: conditions(dataset, relation),
    relationName: relation.name,
    relationDisplayName: relation.displayName,
    filters: [],
    srcDatasetDisplayName: dataset.displayName,
    dstDatasetDisplayName: catalog.dataset(relation.to).displayName,
    constraintSetting: null,
  }))
}

/** The relations of other datasets to this one. An id is the relation's place in the workspace, from 1. */
export function relationsTo(
  catalog: Catalog,
  { name }: DatasetDefinition,
): readonly RelationFromData[] {
  return catalog.workspace.datasets
    .flatMap((source) => source.relations.map((relation) => ({ source, relation })))
    .map(({ source, relation }, index) => ({
      id: index + 1,
      type: relation.type,
      srcDatasetName: source.name,
      dstDatasetName: relation.to,
      relationConditions: conditions(source, relation),
    }))
    .filter(({ dstDatasetName }) => dstDatasetName === name)
}

function conditions(
  { name }: DatasetDefinition,
  { to, on }: RelationDefinition,
): readonly RelationConditionData[] {
  return on.map(({ column, toColumn }) => ({
    srcExpr: `['${name}'/'${column}']`,
    dstExpr: `['${to}'/'${toColumn}']`,
  }))
}
