import { Type } from 'typebox'
import { flag, mapOf, name, nullable, optionalText, text, type ValueOf } from './schema.ts'

const expressions = (description: string) =>
  Type.Array(text('A condition in the expression language.'), {
    description,
  })

/** A temporary metric of a question (specification §2.9). */
export const temporaryMetric = Type.Object(
  {
    id: optionalText('The key again.'),
    refMetric: name('The metric it starts from: name, code or display name.'),
    filters: Type.Optional(nullable(expressions('Further conditions on the rows of the metric.'))),
    period: optionalText('A statistical period of the workspace, or a period string.'),
    metricGrain: optionalText('Base period of its means: `DAY`, `WEEK`, `MONTH` and so on.'),
    onlyContainsDateTag: optionalText('A date tag of the workspace: only such days.'),
    indirections: Type.Optional(
      nullable(
        Type.Array(text('Such as `sameperiod__yoy__growth`.'), {
          description: 'A derived calculation, one at most.',
        }),
      ),
    ),
    specifyDimension: Type.Optional(
      nullable(
        Type.Object(
          {
            type: name('`INCLUDE` or `EXCLUDE`.'),
            dimensions: name('Names of dimensions, joined by commas.'),
          },
          { description: 'The dimensions that it is computed with, or without.' },
        ),
      ),
    ),
    expr: optionalText('A formula of metrics in place of `refMetric`.'),
    preAggs: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            granularity: name('The grain that it is taken by first.'),
            calculateType: name('What is taken over those: `SUM`, `AVG`, `MAX` and so on.'),
          }),
          { description: 'A second step of aggregation, one at most.' },
        ),
      ),
    ),
  },
  { description: 'A temporary metric.' },
)

const metricDefinitions = Type.Optional(
  nullable(
    mapOf(temporaryMetric, {
      description: 'Temporary metrics of this request, by the name they get.',
    }),
  ),
)

const subject = {
  metric: name('The metric to explain: name, code, display name, or a key of `metricDefinitions`.'),
  metricDefinitions,
  dimensions: Type.Array(name('A dimension, or several joined by commas for one combined table.'), {
    description: 'Dimensions to explain it by: one table each.',
  }),
  explain: Type.Optional(
    nullable(flag('Whether to answer with `explanation`, which says how the answer was computed.')),
  ),
}

/** What is compared: overall values or average values. */
export const CALCULATE_TYPES = ['ALL', 'AVG'] as const

const calculateType = Type.Enum(CALCULATE_TYPES, {
  description: '`ALL` compares overall values, `AVG` average values.',
})

const filters = Type.Optional(
  nullable(expressions('Conditions on both sides of the comparison, such as a drill-down.')),
)

/** Body of E5. */
export const timeComparisonBody = Type.Object({
  ...subject,
  attribution: Type.Object(
    {
      attributionCalculateType: calculateType,
      currentTimeConstraint: name('Condition that selects the current time range.'),
      compareTimeConstraint: name('Condition that selects the time range compared with.'),
      filters,
    },
    { description: 'The two time ranges.' },
  ),
})

const peer = (description: string) =>
  Type.Object(
    {
      filters: expressions('Conditions that select the object.'),
      timeConstraint: Type.Optional(nullable(text('Time range of this object alone.'))),
    },
    { description },
  )

/** Body of E4. */
export const peerComparisonBody = Type.Object({
  ...subject,
  attribution: Type.Object(
    {
      attributionCalculateType: calculateType,
      compareDimension: name('Dimension in which the two objects differ.'),
      filters,
      timeConstraint: Type.Optional(nullable(text('Time range of both objects.'))),
      currentObject: peer('The object to explain.'),
      compareObject: peer('The object it is compared with.'),
    },
    { description: 'The two objects.' },
  ),
})

const cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

const ranges = (description: string) =>
  nullable(
    Type.Array(
      Type.Object({
        from: nullable(text('Included; null for no beginning.')),
        to: nullable(text('Not included; null for no end.')),
      }),
      { description },
    ),
  )

const count = (description: string) => nullable(Type.Number({ description }))

const explanation = Type.Object(
  {
    executed: Type.Array(text('SQL, or a plan in words.'), {
      description: 'Statements that the engine executed.',
    }),
    leaves: Type.Array(
      Type.Object({
        name: text('Name of the leaf.'),
        aggregate: text('The aggregate, in words.'),
      }),
      { description: 'The aggregates.' },
    ),
    windows: Type.Object(
      {
        current: ranges('The current window; null where it is no range of time.'),
        compare: ranges('The compare window; null where it is no range of time.'),
      },
      { description: 'The windows as ranges of time.' },
    ),
    periods: Type.Object(
      { current: count('Of the current window.'), compare: count('Of the compare window.') },
      { description: 'Base periods, as far as the data reaches; null where not known.' },
    ),
    form: text('`linear`, `quotient`, `path` or `other`.'),
    residuals: Type.Array(
      Type.Object({
        dimension: text('Dimension of the table.'),
        residual: count('Change of the total less the sum of the contributions.'),
      }),
      { description: 'How exactly the contributions add up.' },
    ),
  },
  { description: 'How the answer was computed; only where `explain` asks for it.' },
)

/** `data` of E4 and E5. */
export const attributionData = Type.Object({
  tables: Type.Array(
    Type.Object({
      dimension: nullable(text('Dimension of the table; null for the overall summary.')),
      table: mapOf(Type.Array(cell), {
        description:
          'Columns of equal length in the same row order: one per dimension under its name, then ' +
          '`@currentValue`, `@compareValue`, `@growth`, `@growthRate`, `@overallContributionRate` ' +
          'and `@relativeContributionRate`.',
      }),
      warning: nullable(text('A warning; null when there is none.')),
      empty: flag('Whether the table has no rows.'),
    }),
    { description: 'The overall summary first, then one table for each dimension asked for.' },
  ),
  warning: nullable(text('A warning; null when there is none.')),
  explanation: Type.Optional(explanation),
})

/** A temporary metric of a request; blank texts count as absent. */
export type TemporaryMetricInput = ValueOf<typeof temporaryMetric>

/** Body of E5, attribution by time comparison. */
export type TimeComparisonRequest = ValueOf<typeof timeComparisonBody>

/** Body of E4, attribution by peer comparison. */
export type PeerComparisonRequest = ValueOf<typeof peerComparisonBody>

/** `data` of E4 and E5. */
export type AttributionData = ValueOf<typeof attributionData>

/** One result table: columns of equal length, in the same row order. */
export type AttributionTableData = AttributionData['tables'][number]

/** What was done for an answer, where `explain` asks for it. */
export type ExplanationData = ValueOf<typeof explanation>
