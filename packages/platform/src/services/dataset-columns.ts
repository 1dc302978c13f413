import type { Catalog, DatasetDefinition, DimensionDefinition } from '@tributary/catalog'
import { type ColumnDefinition, datasetOfValue } from '@tributary/catalog/internal'
import type { ColumnData } from './dataset-data.ts'

const NUMERIC = new Set(['INT', 'BIGINT', 'DECIMAL', 'DOUBLE'])

/** All columns of a dataset as §2.11 writes them, hidden ones included, in the dataset's order. */
export function datasetColumns(
  catalog: Catalog,
  dataset: DatasetDefinition,
): readonly ColumnData[] {
  const owner = dataset.owner
  return dataset.columns.map((column) => {
    const dimension = boundDimension(catalog, dataset, column)
    const isMeasure = dimension === undefined && NUMERIC.has(column.originDataType)
    return {
      name: column.name,
      displayName: column.displayName,
      description: column.description,
      type: isMeasure ? 'MEASURE' : 'DIMENSION',
      isHidden: column.isHidden,
      originDataType: column.originDataType,
      isPartition: dataset.partition === null ? null : dataset.partition.column === column.name,
      isFirstPartition: dataset.partition?.column === column.name,
      isPrimaryKey: column.isPrimaryKey,
      sourceColumn: column.sourceColumn,
      ast: columnAst(dataset.name, column.name),
      expr: `['${dataset.name}'/'${column.name}']`,
      dimension:
        dimension === undefined
          ? null
          : {
              name: dimension.name,
              displayName: dimension.displayName,
              ownerId: owner,
              originalDataType: dimension.originDataType,
            },
    }
  })
}

/** The first dimension whose value is this very column, on the dataset itself or through relations. */
function boundDimension(
  catalog: Catalog,
  dataset: DatasetDefinition,
  column: ColumnDefinition,
): DimensionDefinition | undefined {
  return catalog.workspace.dimensions.find(
    (dimension) =>
      dimension.value.type === 'COLUMN_BIND' &&
      dimension.value.column === column.name &&
      datasetOfValue(catalog, dimension).name === dataset.name,
  )
}

/** The wire form of a reference to one column; the other members of the form do not apply to it. */
function columnAst(dataset: string, column: string): ColumnData['ast'] {
  return {
    extType: null,
    type: 'COLUMN',
    path: [dataset, column],
    op: null,
    args: [],
    val: null,
    x: null,
    y: null,
    formula: null,
    partitionList: [],
    orderList: [],
    isDesc: null,
    position: null,
  }
}
