import { type Catalog, type DimensionDefinition, METRIC_TIME } from '@tributary/catalog'
import { nameBasedId } from '@tributary/catalog/internal'
import type { DimensionData } from '@tributary/contract'
import { assertNever } from '@tributary/core'

/**
 * A defined dimension in the words of the API. Everything that a workspace defines is published. The dataset and its
 * columns are null for a caller who may not use the dataset.
 */
export function toDimensionData(catalog: Catalog, dimension: DimensionDefinition): DimensionData {
  const { value, attributes } = dimension
  const dataset = catalog.datasets.byName(dimension.dataset)
  return {
    name: dimension.name,
    dimName: dimension.name,
    dimCode: dimension.code,
    dimDisplayName: dimension.displayName,
    dimCategoryId: dimension.category.id,
    dimDescription: dimension.description,
    datasetName: dataset === undefined ? null : dataset.name,
    originDataType: dimension.originDataType,
    config: dataset === undefined ? null : toDimensionConfig(value),
    valueList: dimension.valueList,
    basicAttributes: attributes.basic,
    businessAttributes: attributes.business,
    technicalAttributes: attributes.technical,
    managementAttributes: attributes.management,
    displayStatus: 'PUBLISHED',
  }
}

function toDimensionConfig(
  value: DimensionDefinition['value'],
): NonNullable<DimensionData['config']> {
  switch (value.type) {
    case 'COLUMN_BIND':
      return { type: value.type, value: value.column }
    case 'CUSTOM':
      return { type: value.type, value: value.expr }
    case 'HAVING':
      return { type: value.type, value: value.condition, per: value.per }
    default:
      return assertNever(value)
  }
}

/** The synthetic dimension of every metric with a time. */
export function toMetricTimeData({ workspace }: Catalog): DimensionData {
  return {
    name: METRIC_TIME,
    dimName: METRIC_TIME,
    dimCode: nameBasedId('dimension', workspace.tenant, METRIC_TIME),
    dimDisplayName: METRIC_TIME,
    dimCategoryId: '-1',
    dimDescription: 'The time of a metric: the time column of the dataset that it stands on.',
    datasetName: null,
    originDataType: 'DATE',
    config: null,
    valueList: [],
    basicAttributes: {},
    businessAttributes: {},
    technicalAttributes: {},
    managementAttributes: {},
    displayStatus: 'PUBLISHED',
  }
}
