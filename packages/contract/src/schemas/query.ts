import { Type } from 'typebox'
import { createMetricViewBody } from './metric-view.ts'
import { list, mapOf, object, objects, optional, text, type ValueOf } from './schema.ts'

const view = createMetricViewBody.properties

/** The most rows of an answer to a query. */
export const MOST_ROWS = 10_000

/** The most metrics of a query. */
export const MOST_METRICS = 100

/** Body of `metrics/query`. */
export const queryBody = Type.Object({
  viewName: optional(
    text('A saved metric view to ask. Fields that stand beside it replace those of the view.'),
  ),
  metrics: optional(
    list(
      'The metrics to compute: name, code, display name, or a key of `metricDefinitions`. Required without `viewName`.',
      view.metrics.items,
      { minItems: 1, maxItems: MOST_METRICS },
    ),
  ),
  dimensions: view.dimensions,
  metricDefinitions: view.metricDefinitions,
  timeConstraint: view.timeConstraint,
  filters: view.filters,
  resultFilters: view.resultFilters,
  orders: view.orders,
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_ROWS,
      description: `The most rows of the answer; ${MOST_ROWS} without it.`,
    }),
  ),
  offset: optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'The rows to leave out at the beginning; none without it.',
    }),
  ),
})

const cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** The columns of an answer. */
export const answerColumns = objects('The columns of `table` in their order.', {
  name: text('The key of the column in `table`.'),
  role: Type.Enum(['DIMENSION', 'METRIC'], { description: 'What the column has.' }),
  dataType: text('Type of its values: `BIGINT`, `DECIMAL`, `DOUBLE`, `VARCHAR`, `DATE` and so on.'),
})

/** The columns of an answer with their values. */
export const answerTable = mapOf(Type.Array(cell), {
  description:
    'Columns of equal length in the same row order. Values of dimensions are texts, null for rows ' +
    'without one; values of metrics are numbers, or texts for the MIN and MAX of texts, dates and times.',
})

/** What should be known of an answer. */
export const answerWarnings = objects('What should be known of the answer.', {
  code: text('`NO_DATA`, `PARTIAL_RANGE` or `OVERFLOW`.'),
  metrics: list('The metrics that it is about.', Type.String()),
  details: mapOf(cell, { description: 'Numbers and times by name.' }),
})

/** `data` of `metrics/query`. */
export const queryData = object('The values of the metrics by group.', {
  columns: answerColumns,
  table: answerTable,
  total: Type.Integer({ description: 'Rows before `limit` and `offset`.' }),
  warnings: answerWarnings,
})

/** Body of `metrics/query`. */
export type MetricQueryRequest = ValueOf<typeof queryBody>

/** `data` of `metrics/query`. */
export type MetricQueryData = ValueOf<typeof queryData>
