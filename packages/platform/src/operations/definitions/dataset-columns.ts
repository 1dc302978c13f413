import type {
  Catalog,
  ColumnDefinition,
  DatasetDefinition,
  DimensionDefinition,
  RelationDefinition,
} from '@tributary/catalog'
import { datasetOfValue } from '@tributary/catalog/internal'
import type { ColumnData, RelationData, RelationFromData } from '@tributary/contract'

const NUMERIC = new Set(['INT', 'BIGINT', 'DECIMAL', 'DOUBLE'])

/** All columns of a dataset in the words of the API, hidden ones included, in the dataset's order. */
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
  return catalog.dimensions.all.find(
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

/** The relations of a dataset toward others that the catalog shows. */
export function relationsFrom(
  catalog: Catalog,
  dataset: DatasetDefinition,
): readonly RelationData[] {
  return dataset.relations.flatMap((relation) => {
    const target = catalog.datasets.byName(relation.to)
    if (target === undefined) return []
    return {
      type: relation.type,
      srcDatasetName: dataset.name,
      dstDatasetName: target.name,
      relationConditions: conditions(dataset, relation),
      relationName: relation.name,
      relationDisplayName: relation.displayName,
      filters: [],
      srcDatasetDisplayName: dataset.displayName,
      dstDatasetDisplayName: target.displayName,
      constraintSetting: null,
    }
  })
}

/** The relations of other datasets that the catalog shows to this one. An id is the relation's place in the workspace, from 1. */
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
    .filter(
      ({ srcDatasetName, dstDatasetName }) =>
        dstDatasetName === name && catalog.datasets.byName(srcDatasetName) !== undefined,
    )
}

function conditions(
  { name }: DatasetDefinition,
  { to, on }: RelationDefinition,
): RelationData['relationConditions'] {
  return on.map(({ column, toColumn }) => ({
    srcExpr: `['${name}'/'${column}']`,
    dstExpr: `['${to}'/'${toColumn}']`,
  }))
}
