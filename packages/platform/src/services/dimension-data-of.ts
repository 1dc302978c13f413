import { type DimensionDefinition, METRIC_TIME } from '@tributary/catalog'
import type { DimensionData } from './dimension-data.ts'

/** A defined dimension as §2.10 writes it. What the workspace defines is published. */
export function dimensionDataOf(dimension: DimensionDefinition): DimensionData {
  const { value, attributes } = dimension
  return {
    name: dimension.name,
    dimName: dimension.name,
    dimCode: dimension.code,
    dimDisplayName: dimension.displayName,
    dimCategoryId: dimension.category.id,
    dimDescription: dimension.description,
    datasetName: dimension.dataset,
    originDataType: dimension.originDataType,
    config: {
      type: value.type,
      value: value.type === 'COLUMN_BIND' ? value.column : value.expr,
    },
    valueList: dimension.valueList,
    basicAttributes: attributes.basic,
    businessAttributes: attributes.business,
    technicalAttributes: attributes.technical,
    managementAttributes: attributes.management,
    displayStatus: 'PUBLISHED',
  }
}

/** The synthetic dimension of every metric with a time. */
export const METRIC_TIME_DATA: DimensionData = {
  name: METRIC_TIME,
  dimName: METRIC_TIME,
  dimCode: null,
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
