import { Type } from 'typebox'
import { temporaryMetric } from './attribution.ts'
import { mapOf, name, nullable, optionalText, shortText, text, type ValueOf } from './schema.ts'

/** The most entries of one list of a view. */
const LIST_LIMIT = 1_000

const GRAINS = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND'] as const

const AGGREGATES = ['COUNT', 'COUNT_DISTINCT', 'COUNTDISTINCT', 'SUM', 'AVG', 'MAX', 'MIN'] as const

const optionalList = (item: string, description: string) =>
  Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, description: item }), {
        maxItems: LIST_LIMIT,
        description,
      }),
    ),
  )

const { id, refMetric, period, metricGrain, onlyContainsDateTag, expr } = temporaryMetric.properties

/** A temporary metric of a view, which is kept: its words are checked. */
const keptTemporaryMetric = Type.Object(
  {
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
    specifyDimension: Type.Optional(
      nullable(
        Type.Object(
          {
            type: Type.Enum(['INCLUDE', 'EXCLUDE'], { description: 'With these, or without.' }),
            dimensions: name('Names or display names of dimensions, joined by commas.'),
          },
          { description: 'The dimensions that it is computed with, or without.' },
        ),
      ),
    ),
    expr,
    preAggs: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            granularity: Type.Enum(GRAINS, { description: 'The grain that it is taken by.' }),
            calculateType: Type.Enum(AGGREGATES, {
              description: 'What is taken over those.',
            }),
          }),
          { maxItems: LIST_LIMIT, description: 'Further steps of aggregation.' },
        ),
      ),
    ),
  },
  { description: 'A temporary metric.' },
)

/** Body of E14. */
export const createMetricViewBody = Type.Object({
  viewName: Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: '^[A-Za-z0-9_]+$',
    description: 'Letters, digits and underscores; unique within the tenant.',
  }),
  displayName: shortText(128, 'Name for people.'),
  description: optionalText('What the view is for.'),
  metrics: Type.Array(name('A metric, or a key of `metricDefinitions`.'), {
    minItems: 1,
    maxItems: LIST_LIMIT,
    description: 'The metrics that it shows: name, code or display name.',
  }),
  dimensions: optionalList(
    'A dimension, or `dimension__grain`.',
    'The dimensions that it shows: name, code or display name.',
  ),
  timeConstraint: optionalText('A condition on `[metric_time]`.'),
  filters: optionalList('A condition.', 'Conditions on rows.'),
  resultFilters: optionalList('A condition.', 'Conditions on metrics that `metrics` lists.'),
  orders: Type.Optional(
    nullable(
      Type.Array(
        mapOf(text('`ASC` or `DESC`, whatever the case.'), {
          description: 'One key: a metric, a temporary metric or a dimension.',
        }),
        { maxItems: LIST_LIMIT, description: 'What it is sorted by, the first first.' },
      ),
    ),
  ),
  metricDefinitions: Type.Optional(
    nullable(mapOf(keptTemporaryMetric, { description: 'Temporary metrics of the view by key.' })),
  ),
})

/** Body of E14. */
export type CreateMetricViewRequest = ValueOf<typeof createMetricViewBody>
