import { Type } from 'typebox'
import { temporaryMetric } from './attribution.ts'
import { nextCursor, pageQuery } from './page.ts'
import { FORMS } from './patterns.ts'
import {
  createMap,
  list,
  name,
  nullable,
  object,
  objects,
  optional,
  optionalText,
  patternText,
  shortText,
  storedText,
  text,
  texts,
  type ValueOf,
} from './schema.ts'

/** The most entries of one list of a view. */
const LIST_LIMIT = 1_000

const GRAINS = [
  'FISCAL_YEAR',
  'YEAR',
  'FISCAL_QUARTER',
  'QUARTER',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
] as const

const AGGREGATES = ['COUNT', 'COUNT_DISTINCT', 'COUNTDISTINCT', 'SUM', 'AVG', 'MAX', 'MIN'] as const

const optionalList = (item: string, description: string) =>
  optional(
    list(description, Type.String({ minLength: 1, description: item }), { maxItems: LIST_LIMIT }),
  )

const { id, refMetric, period, metricGrain, onlyContainsDateTag, expr } = temporaryMetric.properties

/** A temporary metric of a view, which is kept: its words are checked. */
const keptTemporaryMetric = object('A temporary metric.', {
  id,
  refMetric,
  period,
  metricGrain,
  onlyContainsDateTag,
  filters: optionalList('A condition.', 'Further conditions on the rows of the metric.'),
  indirections: optionalList(
    'Such as `sameperiod__yoy__growth`.',
    'Derived calculations of the metric.',
  ),
  specifyDimension: optional(
    object('The dimensions that it is computed with, or without.', {
      type: Type.Enum(['INCLUDE', 'EXCLUDE'], {
        description: '`INCLUDE` computes with these dimensions only, `EXCLUDE` without them.',
      }),
      dimensions: name('Names or display names of dimensions, joined by commas.'),
    }),
  ),
  expr,
  preAggs: optional(
    list(
      'Further steps of aggregation.',
      Type.Object({
        granularity: Type.Enum(GRAINS, {
          description: 'The grain by which the metric is aggregated first.',
        }),
        calculateType: Type.Enum(AGGREGATES, {
          description: 'The aggregate over these periods.',
        }),
      }),
      { maxItems: LIST_LIMIT },
    ),
  ),
})

/** Body of `createMetricView`. */
export const createMetricViewBody = Type.Object({
  viewName: Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: FORMS.viewName.pattern,
    description: 'Letters, digits and underscores; unique within the tenant.',
  }),
  displayName: storedText(128, 'Name for people.'),
  description: optional(patternText(FORMS.stored, 'What the view is for.')),
  metrics: list(
    'The metrics that it shows: name, code or display name.',
    name('A metric, or a key of `metricDefinitions`.'),
    { minItems: 1, maxItems: LIST_LIMIT },
  ),
  dimensions: optionalList(
    'A dimension, or `dimension__grain`.',
    'The dimensions that it shows: name, code or display name.',
  ),
  timeConstraint: optionalText('A condition on `[metric_time]`.'),
  filters: optionalList('A condition.', 'Conditions on rows.'),
  resultFilters: optionalList('A condition.', 'Conditions on metrics that `metrics` lists.'),
  orders: optional(
    list(
      'What it is sorted by, the first first.',
      createMap(patternText(FORMS.direction, '`ASC` or `DESC`, whatever the case.'), {
        minProperties: 1,
        maxProperties: 1,
        description: 'One key: a metric, a temporary metric or a dimension.',
      }),
      { maxItems: LIST_LIMIT },
    ),
  ),
  metricDefinitions: optional(
    createMap(keptTemporaryMetric, { description: 'Temporary metrics of the view by key.' }),
  ),
})

/** Body of `createMetricView`. */
export type CreateMetricViewRequest = ValueOf<typeof createMetricViewBody>

const viewHead = {
  viewName: text('Name of the view.'),
  displayName: text('Name for people.'),
  description: nullable(text('What the view is for.')),
  createdBy: text('The account that created it.'),
  createdAt: text('When it was created, `yyyy-MM-dd HH:mm:ss`.'),
}

/** Query of the list of metric views. */
export const viewListQuery = Type.Object(pageQuery)

/** `data` of the list of metric views. */
export const viewListData = Type.Object({
  items: objects('The views that the caller may use, by name.', viewHead),
  cursor: nextCursor,
})

/** Query of the detail of a metric view, and body of its deletion. */
export const viewNameQuery = Type.Object({ viewName: shortText(50, 'Name of the view.') })

const keptMetric = object('A temporary metric, its names mapped.', {
  refMetric: text('The metric that it comes from.'),
  period: Type.Optional(text('Its period.')),
  metricGrain: Type.Optional(text('Its base period.')),
  onlyContainsDateTag: Type.Optional(text('The date tag whose days it takes.')),
  filters: Type.Optional(texts('Further conditions on its rows.')),
  indirections: Type.Optional(texts('Derived calculations.')),
  specifyDimension: Type.Optional(
    object('The dimensions that it is computed with, or without.', {
      type: text('`INCLUDE` or `EXCLUDE`.'),
      dimensions: text('Names of dimensions, joined by commas.'),
    }),
  ),
  expr: Type.Optional(text('Its formula.')),
  preAggs: Type.Optional(
    objects('Further steps of aggregation.', {
      granularity: text('The grain by which the metric is aggregated first.'),
      calculateType: text('The aggregate over these periods.'),
    }),
  ),
})

/** `data` of the detail of a metric view: what `createMetricView` took, its names mapped to names of the catalog. */
export const viewDetailData = Type.Object({
  ...viewHead,
  metrics: texts('Metrics by name, temporary metrics by key.'),
  dimensions: texts('Dimensions by name, perhaps with a grain.'),
  timeConstraint: nullable(text('The condition on `[metric_time]`.')),
  filters: texts('Conditions on rows.'),
  resultFilters: texts('Conditions on metrics.'),
  orders: list('What it is sorted by, as E14 takes it.', createMap(text('`ASC` or `DESC`.'))),
  metricDefinitions: createMap(keptMetric, { description: 'Temporary metrics by key.' }),
})

/** Query of the list of metric views. */
export type ViewListQuery = ValueOf<typeof viewListQuery>

/** `data` of the list of metric views. */
export type ViewListData = ValueOf<typeof viewListData>

/** `data` of the detail of a metric view. */
export type ViewDetailData = ValueOf<typeof viewDetailData>
