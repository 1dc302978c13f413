import type { DatasetDefinition } from '../definitions/dataset.ts'
import { datasetColumnRef, datasetRef, fileColumnRef, fileRef } from './asset-refs.ts'
import type { LineageSet } from './lineage-set.ts'

/** FILE → DATASET → DATASET_COLUMN, and FILE_COLUMN → DATASET_COLUMN for each column. */
export function addDataset(lineage: LineageSet, dataset: DatasetDefinition): void {
  const { displayName, description } = dataset
  const file = fileRef(dataset)
  const self = datasetRef(dataset)
  lineage.vertex({ ...file, displayName: dataset.source.file, description: null, custom: null })
  lineage.vertex({ ...self, displayName, description, custom: null })
  lineage.edge(file, self)
  for (const column of dataset.columns) {
    const source = fileColumnRef(dataset, column)
    const own = datasetColumnRef(dataset, column.name)
    lineage.vertex({
      ...source,
      displayName: column.sourceColumn,
      description: null,
      custom: { originDataType: column.originDataType },
    })
    lineage.vertex({
      ...own,
      displayName: column.displayName,
      description: column.description,
      custom: { originDataType: column.originDataType },
    })
    lineage.edge(source, own)
    lineage.edge(self, own)
  }
}
