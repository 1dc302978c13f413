import { Type } from 'typebox'
import { comparedRanges, timeComparisonBody } from './attribution.ts'
import { createMetricViewBody } from './metric-view.ts'
import {
  createMap,
  flag,
  list,
  name,
  nullable,
  object,
  objects,
  optional,
  optionalText,
  shortText,
  text,
  texts,
  type ValueOf,
} from './schema.ts'

const view = createMetricViewBody.properties

/** The most rows of an answer to a query. */
export const MOST_ROWS = 10_000

/** The most metrics of a query. */
export const MOST_METRICS = 100

const range = optionalText(
  'A time range in words in place of `timeConstraint`: `2001-06`, `last-month`, `2001-06-01..2001-06-15`.',
)

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
  range,
  filters: view.filters,
  resultFilters: view.resultFilters,
  orders: view.orders,
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_ROWS,
      description: `Largest number of rows; ${MOST_ROWS} by default.`,
    }),
  ),
  offset: optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Number of rows to skip at the beginning; 0 by default.',
    }),
  ),
})

const cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** The columns of an answer. */
export const answerColumns = objects('The columns of `table` in their order.', {
  name: text('The key of the column in `table`.'),
  role: Type.Enum(['DIMENSION', 'METRIC'], {
    description: 'Whether the column is a dimension or a metric.',
  }),
  dataType: text('Type of its values: `BIGINT`, `DECIMAL`, `DOUBLE`, `VARCHAR`, `DATE` and so on.'),
  unit: Type.Optional(text('What a metric counts or measures; absent where nothing says so.')),
  format: Type.Optional(
    text(
      'How people read a metric: `PERCENT`, `MONEY`, `DURATION` or `SI`; absent where nothing says so.',
    ),
  ),
})

/** The columns of an answer with their values. */
export const answerTable = createMap(Type.Array(cell), {
  description:
    'Columns of equal length in the same row order. Values of dimensions are texts, null for rows ' +
    'without one; values of metrics are numbers, or texts for the MIN and MAX of texts, dates and times.',
})

/** The exact values of an answer that its numbers do not have. */
export const answerTexts = Type.Optional(
  createMap(Type.Array(nullable(Type.String())), {
    description:
      'By column, the exact value of every row of a metric of type BIGINT or DECIMAL as text; only for a metric of which a ' +
      'number in `table` would lose digits: beyond 2^53, or with more than 15 digits.',
  }),
)

/** Warnings of an answer. */
export const answerWarnings = objects('What should be known of the answer.', {
  code: text('`NO_DATA`, `PARTIAL_RANGE`, `PART_OF_PERIOD` or `OVERFLOW`.'),
  metrics: list('The metrics that it is about.', Type.String()),
  details: createMap(cell, { description: 'Numbers and times by name.' }),
})

/** `data` of `metrics/query`. */
export const queryData = object('The values of the metrics by group.', {
  columns: answerColumns,
  table: answerTable,
  texts: answerTexts,
  total: Type.Integer({ description: 'Rows before `limit` and `offset`.' }),
  warnings: answerWarnings,
})

const { metricDefinitions } = timeComparisonBody.properties

const filters = optional(texts('Conditions on rows.'))

/** Body of `metrics/series`. */
export const seriesBody = Type.Object({
  metric: name('The metric: name, code, display name, or a key of `metricDefinitions`.'),
  metricDefinitions,
  grain: name(
    'The period of each value: `DAY`, `WEEK`, `MONTH` and so on; with fiscal years `FISCAL_QUARTER` and `FISCAL_YEAR`.',
  ),
  timeConstraint: view.timeConstraint,
  range,
  filters,
  split: optional(
    object('A dimension to split each period by.', {
      dimension: name('Name, code or display name.'),
      values: optional(
        list('The groups, null for rows without a value; at most 20.', nullable(Type.String())),
      ),
      top: optional(
        Type.Integer({
          minimum: 1,
          maximum: 20,
          description:
            'Number of groups: those with the largest values in the whole range; 5 by default.',
        }),
      ),
    }),
  ),
})

/** `data` of `metrics/series`. */
export const seriesData = object('The values of the metric by period.', {
  columns: answerColumns,
  table: answerTable,
  texts: answerTexts,
  periods: objects('The periods in order of time.', {
    period: text('Its first day, or its first moment.'),
    partial: flag('Whether the time range or the data has only a part of it, or nothing.'),
  }),
  warnings: answerWarnings,
})

/** Body of `dimension/values`. */
export const dimensionValuesBody = Type.Object({
  dimension: name(
    'Name, code or display name, perhaps with a grain; `metric_time` needs `metric`.',
  ),
  metric: optionalText('A metric: only values in its rows.'),
  prefix: optionalText('Only values that begin with this text, whatever the case.'),
  filters,
  timeConstraint: view.timeConstraint,
  range,
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000,
      description: 'Largest number of values; 100 by default.',
    }),
  ),
})

/** `data` of `dimension/values`. */
export const dimensionValuesData = object('The values of a dimension.', {
  values: objects('The values, the most frequent first.', {
    value: text('The value.'),
    label: text('Its name in the workspace; else the value.'),
    rows: nullable(Type.Integer({ description: 'Rows; null without the right to the dataset.' })),
  }),
  hasMissing: flag('Whether there are rows without a value.'),
  more: flag('Whether there are more values.'),
})

/** Query of `dataset/extent`. */
export const datasetExtentQuery = Type.Object({
  datasetName: Type.Optional(shortText(128, 'Name of the dataset.')),
  metric: Type.Optional(name('A metric, in place of its dataset.')),
})

const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** `data` of `dataset/extent`. */
export const datasetExtentData = object('How far the data reaches.', {
  min: nullable(text('The first time; null without rows, and where the dataset has no time.')),
  max: nullable(text('The last time.')),
  grain: nullable(text('The grain of the time.')),
  timeZone: text('The time zone of the workspace, on whose clock times are read.'),
  calendar: object('Weeks and fiscal years, by which ranges of time such as `FY2002` are read.', {
    weekStart: Type.Enum(WEEKDAYS, { description: 'The first day of a week.' }),
    fiscalYearStart: nullable(
      Type.Enum(MONTHS, {
        description: 'The month in which a fiscal year starts; null without fiscal years.',
      }),
    ),
    fiscalYearName: Type.Enum(['END', 'START'], {
      description: 'Whether FY2002 is the fiscal year that ends in 2002, or starts in it.',
    }),
  }),
  refreshedAt: nullable(text('When the file was last written, in UTC; null for what is no file.')),
  rows: nullable(Type.Integer({ description: 'Rows; null without the right to the dataset.' })),
  comparison: nullable(
    comparedRanges(
      'The comparison that is asked where a question names none: the last complete period and the one before, both with rows; null where there are no two periods.',
    ),
  ),
})

/** Body of `metrics/query`. */
export type MetricQueryRequest = ValueOf<typeof queryBody>

/** `data` of `metrics/query`. */
export type MetricQueryData = ValueOf<typeof queryData>

/** Body of `metrics/series`. */
export type MetricSeriesRequest = ValueOf<typeof seriesBody>

/** `data` of `metrics/series`. */
export type MetricSeriesData = ValueOf<typeof seriesData>

/** Body of `dimension/values`. */
export type DimensionValuesRequest = ValueOf<typeof dimensionValuesBody>

/** `data` of `dimension/values`. */
export type DimensionValuesData = ValueOf<typeof dimensionValuesData>

/** Query of `dataset/extent`. */
export type DatasetExtentQuery = ValueOf<typeof datasetExtentQuery>

/** `data` of `dataset/extent`. */
export type DatasetExtentData = ValueOf<typeof datasetExtentData>
