import {
  type Catalog,
  type DimensionDefinition,
  dimensionsOfMetric,
  METRIC_TIME,
} from '@tributary/catalog'
import { nameBasedId } from '@tributary/catalog/internal'
import type { DimensionData, DimensionsOfMetricsData } from '@tributary/contract'
import { assertNever } from '@tributary/core'
import type { Session } from '../../tenant/session.ts'

/** E17: one dimension, by name (or what stands for it), or strictly by code. Every caller may see `metric_time`. */
export function dimensionDetail(
  { catalog }: Session,
  name: string,
  by: 'NAME' | 'CODE' = 'NAME',
): DimensionData {
  const isTime = by === 'NAME' ? name === METRIC_TIME : name === metricTimeData(catalog).dimCode
  if (isTime) return metricTimeData(catalog)
  const dimension =
    by === 'CODE' ? catalog.dimensionByCode(name) : catalog.dimension(name, 'dimName')
  return toDimensionData(catalog, dimension)
}

/** E18: under each metric name as asked, the dimensions it can be analysed by, `metric_time` first, as far as the caller may use them. */
export function dimensionsOfMetrics(
  { catalog }: Session,
  metricNames: readonly string[],
): DimensionsOfMetricsData {
  // A map from entries keeps a metric called `__proto__` an ordinary key.
  return Object.fromEntries(
    metricNames.map((name) => {
      const available = dimensionsOfMetric(catalog, name, 'metricNames')
      return [
        name,
        available.map((availableDimension) =>
          availableDimension.kind === 'metric_time'
            ? metricTimeData(catalog)
            : toDimensionData(catalog, availableDimension.dimension),
        ),
      ]
    }),
  )
}

/**
 * A defined dimension as §2.10 writes it. What the workspace defines is published. Its dataset and its columns are null
 * for a caller who may not use the dataset.
 */
function toDimensionData(catalog: Catalog, dimension: DimensionDefinition): DimensionData {
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
function metricTimeData({ workspace }: Catalog): DimensionData {
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
