import type { VertexRef } from '@tributary/lineage'
import type { ColumnDefinition, DatasetDefinition } from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import { fileGuid } from '../definitions/file-guid.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

/** The data file behind a dataset. */
export function fileRef(dataset: DatasetDefinition): VertexRef {
  const { datasource, file } = dataset.source
  return { vertexType: 'FILE', vertexId: fileGuid(datasource, file) }
}

/** The column of the data file behind a dataset's column. */
export function fileColumnRef(dataset: DatasetDefinition, column: ColumnDefinition): VertexRef {
  const vertexId = `${fileRef(dataset).vertexId}.${column.sourceColumn}`
  return { vertexType: 'FILE_COLUMN', vertexId }
}

/** A dataset. */
export function datasetRef(dataset: DatasetDefinition): VertexRef {
  return { vertexType: 'DATASET', vertexId: dataset.name }
}

/** A column of a dataset, by name. */
export function datasetColumnRef(dataset: DatasetDefinition, column: string): VertexRef {
  return { vertexType: 'DATASET_COLUMN', vertexId: `${dataset.name}.${column}` }
}

/** A dimension. */
export function dimensionRef(dimension: DimensionDefinition): VertexRef {
  return { vertexType: 'DIMENSION', vertexId: dimension.name }
}

/** A metric. */
export function metricRef(metric: MetricDefinition): VertexRef {
  return { vertexType: 'METRIC', vertexId: metric.name }
}
