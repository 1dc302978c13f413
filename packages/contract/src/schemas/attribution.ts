import { Type } from 'typebox'
import {
  flag,
  integer,
  list,
  mapOf,
  name,
  nullable,
  object,
  objects,
  optional,
  optionalText,
  text,
  type ValueOf,
} from './schema.ts'

/** A list of conditions. */
export const conditions = (description: string) =>
  list(description, text('A condition in the expression language.'))

/** A temporary metric of a question (specification §2.9). */
export const temporaryMetric = object('A temporary metric.', {
  id: optionalText('The key again.'),
  refMetric: name('The metric it starts from: name, code or display name.'),
  filters: optional(conditions('Further conditions on the rows of the metric.')),
  period: optionalText('A statistical period of the workspace, or a period string.'),
  metricGrain: optionalText('Base period of its means: `DAY`, `WEEK`, `MONTH` and so on.'),
  onlyContainsDateTag: optionalText('A date tag of the workspace: only such days.'),
  indirections: optional(
    list('A derived calculation, one at most.', text('Such as `sameperiod__yoy__growth`.')),
  ),
  specifyDimension: optional(
    object('The dimensions that it is computed with, or without.', {
      type: name('`INCLUDE` or `EXCLUDE`.'),
      dimensions: name('Names of dimensions, joined by commas.'),
    }),
  ),
  expr: optionalText('A formula of metrics in place of `refMetric`.'),
  preAggs: optional(
    objects('A second step of aggregation, one at most.', {
      granularity: name('The grain that it is taken by first.'),
      calculateType: name('What is taken over those: `SUM`, `AVG`, `MAX` and so on.'),
    }),
  ),
})

/** Temporary metrics of a question. */
export const metricDefinitions = optional(
  mapOf(temporaryMetric, {
    description: 'Temporary metrics of this request, by the name they get.',
  }),
)

const subject = {
  metric: name('The metric to explain: name, code, display name, or a key of `metricDefinitions`.'),
  metricDefinitions,
  dimensions: list(
    'Dimensions to explain it by: one table each.',
    name('A dimension, or several joined by commas for one combined table.'),
  ),
  contributions: optional(
    flag('Whether the tables have the contributions as columns, and say what these leave over.'),
  ),
  rowLimit: optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description:
        'The most rows of each table: those with the largest contributions, whatever their sign, the ' +
        'largest first. `rest` says what the others have together.',
    }),
  ),
  details: optional(
    flag('Whether to answer with `types` of the dimensions and with `warnings` as objects.'),
  ),
  explain: optional(
    flag('Whether to answer with `explanation`, which says how the answer was computed.'),
  ),
}

/** What is compared: overall values or average values. */
export const CALCULATE_TYPES = ['ALL', 'AVG'] as const

const calculateType = Type.Enum(CALCULATE_TYPES, {
  description: '`ALL` compares overall values, `AVG` average values.',
})

const filters = optional(
  conditions('Conditions on both sides of the comparison, such as a drill-down.'),
)

/** Two time ranges, as E5 compares them. */
export const timeComparison = object('The two time ranges.', {
  attributionCalculateType: calculateType,
  currentTimeConstraint: name('Condition that selects the current time range.'),
  compareTimeConstraint: name('Condition that selects the time range compared with.'),
  filters,
})

/** Body of E5. */
export const timeComparisonBody = Type.Object({ ...subject, attribution: timeComparison })

/** One of two objects that are compared. */
export const peer = (description: string) =>
  object(description, {
    filters: conditions('Conditions that select the object.'),
    timeConstraint: optional(text('Time range of this object alone.')),
  })

/** Two objects, as E4 compares them. */
export const peerComparison = object('The two objects.', {
  attributionCalculateType: calculateType,
  compareDimension: name('Dimension in which the two objects differ.'),
  filters,
  timeConstraint: optional(text('Time range of both objects.')),
  currentObject: peer('The object to explain.'),
  compareObject: peer('The object it is compared with.'),
})

/** Body of E4. */
export const peerComparisonBody = Type.Object({ ...subject, attribution: peerComparison })

const cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

const ranges = (description: string) =>
  nullable(
    objects(description, {
      from: nullable(text('Included; null for no beginning.')),
      to: nullable(text('Not included; null for no end.')),
    }),
  )

const count = (description: string) => nullable(Type.Number({ description }))

const explanation = object('How the answer was computed; only where `explain` asks for it.', {
  executed: list('Statements that the engine executed.', text('SQL, or a plan in words.')),
  leaves: objects('The aggregates.', {
    name: text('Name of the leaf.'),
    aggregate: text('The aggregate, in words.'),
  }),
  windows: object('The windows as ranges of time.', {
    current: ranges('The current window; null where it is no range of time.'),
    compare: ranges('The compare window; null where it is no range of time.'),
  }),
  periods: object('Base periods, as far as the data reaches; null where not known.', {
    current: count('Of the current window.'),
    compare: count('Of the compare window.'),
  }),
  form: text('`linear`, `quotient`, `path` or `other`.'),
  residuals: objects('How exactly the contributions add up.', {
    dimension: text('Dimension of the table.'),
    residual: count('Change of the total less the sum of the contributions.'),
  }),
})

const warnings = objects('Only where `details` asks for it: what `warning` says, as objects.', {
  code: text('Code of the warning.'),
  details: mapOf(Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]), {
    description: 'Numbers, texts and lists of texts by name.',
  }),
})

/** `data` of E4 and E5. */
export const attributionData = Type.Object({
  tables: objects('The overall summary first, then one table for each dimension asked for.', {
    dimension: nullable(text('Dimension of the table; null for the overall summary.')),
    table: mapOf(Type.Array(cell), {
      description:
        'Columns of equal length in the same row order: one per dimension under its name, then ' +
        '`@currentValue`, `@compareValue`, `@growth`, `@growthRate`, `@overallContributionRate` ' +
        'and `@relativeContributionRate`; where `contributions` asks for them then ' +
        '`@contribution`, and for quotients `@rateContribution` and `@mixContribution`. The first two ' +
        'are text for the MIN and MAX of texts, dates and times.',
    }),
    warning: nullable(text('A warning; null when there is none.')),
    empty: flag('Whether the table has no rows.'),
    rest: Type.Optional(
      object('Only where `rowLimit` asks for it: the rows that are left out.', {
        rows: integer('How many.'),
        contribution: nullable(
          text('The sum of their contributions; null where contributions are not defined.'),
        ),
      }),
    ),
    types: Type.Optional(
      mapOf(Type.String(), {
        description: 'Only where `details` asks for it: the type of the values of each dimension.',
      }),
    ),
    warnings: Type.Optional(warnings),
    residual: Type.Optional(
      nullable(
        text(
          'Only where `contributions` asks for it: `@growth` of the overall row less the sum of ' +
            '`@contribution` of this table; null where contributions are not defined.',
        ),
      ),
    ),
    missingRow: Type.Optional(
      nullable(
        integer(
          'Only where `contributions` asks for it: the row of the group that has no value in any ' +
            'of the dimensions; null when there is none.',
        ),
      ),
    ),
    missingRows: Type.Optional(
      mapOf(Type.Array(Type.Integer()), {
        description:
          'Only where `contributions` asks for it: by dimension, the rows without a value in it.',
      }),
    ),
  }),
  warning: nullable(text('A warning; null when there is none.')),
  warnings: Type.Optional(warnings),
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
