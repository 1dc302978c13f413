import { Type } from 'typebox'
import { FORMS } from './patterns.ts'
import {
  createMap,
  flag,
  integer,
  list,
  name,
  nullable,
  object,
  objects,
  optional,
  optionalText,
  patternText,
  text,
  type ValueOf,
} from './schema.ts'

/** A list of conditions. */
export const conditions = (description: string) =>
  list(description, text('A condition in the expression language.'))

/** A temporary metric of a question. */
export const temporaryMetric = object('A temporary metric.', {
  id: optionalText('The key again.'),
  refMetric: name('The metric it starts from: name, code or display name.'),
  filters: optional(conditions('Further conditions on the rows of the metric.')),
  period: optionalText('A statistical period of the workspace, or a period string.'),
  time: optionalText(
    'The time of its rows, by the name that the dataset gives it, which the metric must allow.',
  ),
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
  createMap(temporaryMetric, {
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

/** The values that are compared: overall values or average values. */
export const CALCULATE_TYPES = ['ALL', 'AVG'] as const

const calculateType = Type.Enum(CALCULATE_TYPES, {
  description: '`ALL` compares overall values, `AVG` average values.',
})

const filters = optional(
  conditions('Conditions on both sides of the comparison, such as a drill-down.'),
)

/** Two ranges of time in words. */
export const comparedRanges = (description: string) =>
  object(description, {
    current: text('The range to explain in words, such as `2001-06`.'),
    compare: text('The range it is compared with.'),
    grain: text('The grain of both, such as `MONTH`.'),
  })

/** Two ranges of time, each as a condition or in words. */
export const timeRanges = {
  currentTimeConstraint: optionalText(
    'Condition that selects the current time range; required without `currentRange`.',
  ),
  compareTimeConstraint: optionalText(
    'Condition that selects the time range compared with; required where the current time range is a condition.',
  ),
  currentRange: optionalText(
    'The current time range in words in place of `currentTimeConstraint`: `2001-06`, `last-month`, `wtd`, `2001-06-01..2001-06-15`.',
  ),
  compareRange: optionalText(
    'The time range compared with in words in place of `compareTimeConstraint`: such a range, `previous` (when absent), `year`, or with `AVG` `average-of-4-previous`.',
  ),
}

/** The ranges that an answer compares. */
export const answeredRanges = Type.Optional(
  object('Only where the request has ranges in words: what they mean.', {
    current: text('The current time range, such as `2001-06-01..2001-06-20`.'),
    compare: text('The time range compared with.'),
    isElapsed: flag(
      'Whether both are only the days so far of a period that is not over, such as `this-week`.',
    ),
  }),
)

/** Ranges that a question can be asked about instead. */
export const suggestedRanges = Type.Optional(
  comparedRanges(
    'Only where one of the two time ranges has no rows: the nearest ranges of which both have.',
  ),
)

/** Two time ranges, as `compareTimes` compares them. */
export const timeComparison = object('The two time ranges.', {
  attributionCalculateType: calculateType,
  ...timeRanges,
  filters,
})

/** Body of `compareTimes`. */
export const timeComparisonBody = Type.Object({ ...subject, attribution: timeComparison })

/** One of two objects that are compared. */
export const peer = (description: string) =>
  object(description, {
    filters: conditions('Conditions that select the object.'),
    timeConstraint: optional(text('Time range of this object alone.')),
  })

/** The time ranges of two objects in words. */
export const peerRanges = {
  currentRange: optionalText('Time range of both objects in words in place of `timeConstraint`.'),
  compareRange: optionalText(
    'Another time range in words for the object compared with: a range, `previous` or `year`.',
  ),
}

/** Two objects, as `comparePeers` compares them. */
export const peerComparison = object('The two objects.', {
  attributionCalculateType: calculateType,
  compareDimension: name('Dimension in which the two objects differ.'),
  filters,
  timeConstraint: optional(text('Time range of both objects.')),
  currentRange: peerRanges.currentRange,
  compareRange: peerRanges.compareRange,
  currentObject: peer('The object to explain.'),
  compareObject: peer('The object it is compared with.'),
})

/** Body of `comparePeers`. */
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
  measures: objects('The aggregates.', {
    name: text('Name of the measure.'),
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
  details: createMap(Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]), {
    description: 'Numbers, texts and lists of texts by name.',
  }),
})

/** `data` of `comparePeers` and `compareTimes`. */
export const attributionData = Type.Object({
  tables: objects('The overall summary first, then one table for each dimension asked for.', {
    dimension: nullable(text('Dimension of the table; null for the overall summary.')),
    table: createMap(Type.Array(cell), {
      description:
        'Columns of equal length in the same row order: one per dimension under its name, then ' +
        '`@currentValue`, `@compareValue`, `@growth`, `@growthRate`, `@overallContributionRate` ' +
        'and `@relativeContributionRate`; where `contributions` asks for them then ' +
        '`@contribution`, and for quotients `@rateContribution` and `@mixContribution`. The first two ' +
        'are text for the MIN and MAX of texts, dates and times. A table of whole numbers or decimals of which ' +
        'numbers would lose digits has the exact values as texts in `@currentValueText` and `@compareValueText`.',
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
      createMap(Type.String(), {
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
      createMap(Type.Array(Type.Integer()), {
        description:
          'Only where `contributions` asks for it: by dimension, the rows without a value in it.',
      }),
    ),
  }),
  warning: nullable(text('A warning; null when there is none.')),
  warnings: Type.Optional(warnings),
  explanation: Type.Optional(explanation),
  ranges: answeredRanges,
  suggestion: suggestedRanges,
})

/** The kinds of comparison along a path. */
export const PATH_COMPARISONS = ['TIME_COMPARE'] as const

/** Which values take part in a path. */
export const VALUE_SELECTIONS = ['TOP', 'BOTTOM'] as const

/** Body of dim_path. */
export const pathComparisonBody = Type.Object({
  metric: subject.metric,
  metricDefinitions,
  dimensions: list(
    'The dimensions in the order of the path: the values of the second divide those of the first, and so on.',
    name('A dimension.'),
    { minItems: 2 },
  ),
  valueSelectStrategy: object(
    'Which values of a dimension take part, below each value of the dimension before.',
    {
      type: Type.Enum(VALUE_SELECTIONS, {
        description:
          '`TOP`: those with the largest shares of the change; `BOTTOM`: those with the smallest, which moved against it.',
      }),
      number: Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many.' }),
    },
  ),
  attribution: object('The two time ranges.', {
    compareType: optional(
      Type.Enum(PATH_COMPARISONS, { description: 'Always `TIME_COMPARE`, which is the default.' }),
    ),
    attributionCalculateType: optional(
      Type.Enum(CALCULATE_TYPES, {
        description: '`ALL` compares overall values, `AVG` average values; `ALL` when absent.',
      }),
    ),
    ...timeRanges,
    filters,
  }),
  orders: optional(
    list(
      'What the rows below one row are sorted by, in order of precedence; by default the contribution rate, the highest first.',
      createMap(patternText(FORMS.direction, '`ASC` or `DESC`, whatever the case.'), {
        minProperties: 1,
        maxProperties: 1,
        description:
          'One key: a dimension of the path as written there, or a column of the tables.',
      }),
    ),
  ),
  contributions: subject.contributions,
})

/** `data` of dim_path. */
export const pathComparisonData = Type.Object({
  tables: objects('The overall summary first, then one table for each step of the path.', {
    dimension: nullable(
      text('The dimensions of the table, joined by commas; null for the overall summary.'),
    ),
    table: createMap(Type.Array(cell), {
      description:
        'Columns as those of dim_time_compare, a column for each dimension up to this step. `@overallContributionRate` is ' +
        'the share of the change of the root; `@relativeContributionRate` is that of the row above.',
    }),
    parents: list(
      'By row, the row of the table before that it is a part of.',
      integer('Counted from 0.'),
    ),
    rest: objects('What is left out below each row of the table before.', {
      parent: integer('The row of the table before.'),
      rows: integer('How many rows are left out.'),
      contribution: nullable(
        text(
          'The contribution of the row above less those of its rows here, exact; null where one is not defined.',
        ),
      ),
      overallContributionRate: nullable(
        Type.Number({ description: 'Its share of the change of the root.' }),
      ),
      relativeContributionRate: nullable(
        Type.Number({ description: 'Its share of that of the row above.' }),
      ),
    }),
    missingRows: createMap(Type.Array(Type.Integer()), {
      description: 'By dimension, the rows without a value in it.',
    }),
    warning: nullable(text('A warning; null when there is none.')),
    empty: flag('Whether the table has no rows.'),
  }),
  warning: nullable(text('A warning; null when there is none.')),
  ranges: answeredRanges,
})

/** A temporary metric of a request; blank texts count as absent. */
export type TemporaryMetricInput = ValueOf<typeof temporaryMetric>

/** Body of `compareTimes`, attribution by time comparison. */
export type TimeComparisonRequest = ValueOf<typeof timeComparisonBody>

/** Body of `comparePeers`, attribution by peer comparison. */
export type PeerComparisonRequest = ValueOf<typeof peerComparisonBody>

/** Body of dim_path. */
export type PathComparisonRequest = ValueOf<typeof pathComparisonBody>

/** `data` of dim_path. */
export type PathComparisonData = ValueOf<typeof pathComparisonData>

/** `data` of `comparePeers` and `compareTimes`. */
export type AttributionData = ValueOf<typeof attributionData>

/** One result table: columns of equal length, in the same row order. */
export type AttributionTableData = AttributionData['tables'][number]

/** The computation of an answer, which a request with `explain` asks for. */
export type ExplanationData = ValueOf<typeof explanation>
