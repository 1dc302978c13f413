import { ROUTES } from '../routes.ts'
import {
  expressionCheckBody,
  expressionCheckData,
  expressionScopeData,
  expressionScopeQuery,
} from '../schemas/expression.ts'
import { movementsBody, movementsData } from '../schemas/movements.ts'
import {
  datasetExtentData,
  datasetExtentQuery,
  dimensionValuesBody,
  dimensionValuesData,
  queryBody,
  queryData,
  seriesBody,
  seriesData,
} from '../schemas/query.ts'
import type { OperationGroup } from './operation.ts'

/** Operations about values of metrics and dimensions. */
export const QUERY_OPERATIONS = {
  queryMetrics: {
    ...ROUTES.queryMetrics,
    long: true,
    tagged: true,
    tag: 'query',
    summary: 'Query metrics',
    description:
      'The values of metrics by dimensions; the fields are those of metric views. Metrics of several ' +
      'datasets are joined by the dimensions, which all of them must have.',
    body: queryBody,
    data: queryData,
    meaning: 'A row for each group.',
  },
  metricMovements: {
    ...ROUTES.metricMovements,
    tag: 'query',
    summary: 'Metrics that changed more than usual',
    description:
      'Compares all metrics that the caller may use, or those named, between two time ranges, and ranks them by how much more they changed than they usually do. For the first of them the answer has the causes of the change.',
    body: movementsBody,
    data: movementsData,
    spoken: true,
    meaning: 'The metrics, the furthest first.',
  },
  metricSeries: {
    ...ROUTES.metricSeries,
    long: true,
    tagged: true,
    tag: 'query',
    summary: 'Metric by period',
    description:
      'The values of one metric in each period of a time range, perhaps split by a dimension.',
    body: seriesBody,
    data: seriesData,
    meaning: 'A row for each period of each group.',
  },
  dimensionValues: {
    ...ROUTES.dimensionValues,
    tag: 'query',
    summary: 'Values of a dimension',
    body: dimensionValuesBody,
    data: dimensionValuesData,
    meaning: 'The values that the rows have.',
  },
  datasetExtent: {
    ...ROUTES.datasetExtent,
    tag: 'query',
    summary: 'First and last time of a dataset',
    query: datasetExtentQuery,
    data: datasetExtentData,
    meaning: 'How far the data reaches.',
  },
  expressionScope: {
    ...ROUTES.expressionScope,
    tag: 'query',
    summary: 'Names for an expression',
    query: expressionScopeQuery,
    data: expressionScopeData,
    meaning: 'The names.',
  },
  checkExpression: {
    ...ROUTES.checkExpression,
    tag: 'query',
    summary: 'Check an expression',
    body: expressionCheckBody,
    data: expressionCheckData,
    meaning: 'What is wrong with it; an expression with mistakes is no error of the request.',
  },
} as const satisfies OperationGroup
