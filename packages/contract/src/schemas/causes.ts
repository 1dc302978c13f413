import { Type } from 'typebox'
import {
  answeredRanges,
  CALCULATE_TYPES,
  conditions,
  metricDefinitions,
  peer,
  suggestedRanges,
  timeRanges,
} from './attribution.ts'
import {
  flag,
  integer,
  list,
  name,
  nullable,
  object,
  objects,
  optional,
  optionalText,
  text,
  texts,
  type ValueOf,
} from './schema.ts'

const number = (description: string) => Type.Number({ description })

/** The comparison of a question for causes: that of `compareTimes` or that of `comparePeers`. */
const comparison = object(
  'Two time ranges (`currentTimeConstraint` and `compareTimeConstraint`, or `currentRange` and `compareRange`), or two objects (`compareDimension`, `currentObject`, `compareObject`).',
  {
    attributionCalculateType: optional(
      Type.Enum(CALCULATE_TYPES, {
        description: '`ALL` compares overall values, `AVG` average values; `ALL` when absent.',
      }),
    ),
    ...timeRanges,
    compareDimension: optionalText('Dimension in which the two objects differ.'),
    timeConstraint: optionalText('Time range of both objects.'),
    currentObject: optional(peer('The object to explain.')),
    compareObject: optional(peer('The object it is compared with.')),
    filters: optional(conditions('Conditions on both sides of the comparison.')),
  },
)

const question = {
  metric: name('The metric to explain: name, code, display name, or a key of `metricDefinitions`.'),
  metricDefinitions,
  attribution: comparison,
}

/** Body of root_cause. */
export const rootCauseBody = Type.Object({
  ...question,
  dimensions: optional(
    list('Dimensions to search; all of the metric when absent or empty.', name('A dimension.')),
  ),
  maxCauses: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Largest number of causes; 10 by default.',
    }),
  ),
  maxDepth: optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description:
        'Largest number of conditions of a cause; by default as many as there are dimensions up to six, else 3.',
    }),
  ),
  history: optional(
    Type.Integer({
      minimum: 0,
      maximum: 8,
      description:
        'Largest number of earlier windows that show what is usual; 8 by default. Peers have none.',
    }),
  ),
})

const condition = {
  dimension: text('The dimension.'),
  value: nullable(text('The value as text; null for rows without one.')),
  not: flag('Whether it means the rows that do not have the value.'),
}

const common = nullable(
  object('What everything has in common; null when it did not move alike.', {
    factor: number('What everything moved by.'),
    contribution: number(
      'What it contributes beside the causes; of a quotient, the part of its rates.',
    ),
    share: nullable(number('`contribution` over the change of the metric; null when that is 0.')),
    along: number(
      'The part of the size outside of causes that moved in the direction of `contribution`, by groups of one percent of the size or more, in the dimension in which it is least.',
    ),
    bits: number('How much shorter the data is described with it.'),
    isUsual: nullable(
      flag(
        'Whether `contribution` is no more than the metric usually changes; null where `usual` has fewer than three changes.',
      ),
    ),
  }),
)

const groupsOfMix = {
  dimension: text('The dimension.'),
  rateContribution: number('What the rates of its groups contribute, at their mean weights.'),
  mixContribution: number('What the weights of its groups contribute.'),
  groups: integer('Its groups that have a rate in both windows.'),
  against: integer('Of these, the groups whose rate moved against the change.'),
  unmoved: integer('Of these, the groups whose rate did not move.'),
  held: number(
    'The part of the denominator that these groups hold, in the window in which it is less.',
  ),
}

const mix = nullable(
  object(
    'How much of the change of a quotient or a mean comes from the weights of groups; null for a sum, and where no groups have a rate in both windows.',
    {
      contribution: number('What weights contribute; the rates contribute the rest of the change.'),
      share: nullable(number('`contribution` over the change; null when that is 0.')),
      remaining: number('The part of `contribution` that no cause holds.'),
      dimensions: texts(
        'The dimensions by whose combinations it is computed: all that were searched, or the one whose groups hold enough of both windows.',
      ),
      byDimension: objects(
        'The same by each dimension alone, the one with the largest mix in the direction of the change first.',
        groupsOfMix,
      ),
    },
  ),
)

const spread = nullable(
  object(
    'The dimension over whose groups the change is spread: its largest group holds less than 5 % of the change; null when there is none with 20 groups or more.',
    {
      dimension: text('The dimension.'),
      groups: integer('Its groups.'),
      largest: object('The group with the largest share.', {
        value: nullable(text('Its value; null for rows without one.')),
        share: number('Its share of the change.'),
      }),
    },
  ),
)

const ranking = nullable(
  object(
    'Segments by their change, of a metric that has no exact shares, because its values in segments do not add up: a count of distinct things, a percentile, a balance that is aggregated in two steps. Null for a metric that has them.',
    {
      reason: text('Why it has no exact shares.'),
      segments: objects(
        'The values of dimensions with the largest changes, whatever their sign, `maxCauses` at most; those without a change last. Equal ones are in the order of dimensions and values.',
        {
          conditions: objects('What the segment is: one condition.', condition),
          where: nullable(text('The same as an expression.')),
          current: nullable(number('The metric in the segment; null where it has no value.')),
          compare: nullable(number('The same in the compare window.')),
          change: nullable(number('`current - compare`; null where one of the two is.')),
        },
      ),
      groups: integer('All segments that were compared.'),
    },
  ),
)

const usual = nullable(
  object('What the metric usually changes by; null without earlier windows.', {
    size: number('The root mean square of its changes before, as in movements.'),
    changes: integer(
      'How many changes before are known; with fewer than 3 it is not told whether a change is usual.',
    ),
    times: nullable(number('The size of the change over `size`; null when that is 0.')),
  }),
)

/** `data` of root_cause. */
export const rootCauseData = Type.Object({
  metric: text('The metric.'),
  ranges: answeredRanges,
  suggestion: suggestedRanges,
  headline: text('The answer in a sentence.'),
  current: nullable(number('The metric of all rows in the current window.')),
  compare: nullable(number('The same in the compare window.')),
  change: nullable(number('`current - compare`.')),
  verdict: text(
    'What the change is: `localised`, `several`, `spread`, `common`, `mix`, `usual`, `unchanged`, `undefined` or `unknown`.',
  ),
  usual,
  causes: objects('The segments that changed differently from the rest, the surest first.', {
    conditions: objects('What the segment is.', condition),
    where: nullable(
      text('The same as an expression; null when a condition means values beyond the largest.'),
    ),
    sameAs: texts('Other expressions that name the same rows.'),
    part: nullable(
      text('The part of the formula that changed, of which the values are; null for the metric.'),
    ),
    current: nullable(number('The metric in the segment; null where it is not defined.')),
    compare: nullable(number('The same in the compare window.')),
    change: nullable(number('`current - compare`.')),
    expected: nullable(
      number('The current value to expect by what no cause covers and by the history.'),
    ),
    unexpected: nullable(number('`current - expected`.')),
    contribution: number(
      'What its rows, without those of the causes before it, contribute to the change.',
    ),
    rateContribution: nullable(
      number(
        'The part of `contribution` that came from its own rate; null for a sum, and where its rate is not defined between the windows.',
      ),
    ),
    mixContribution: nullable(number('The part that came from its weight.')),
    share: nullable(number('`contribution` over the change of the metric; null when that is 0.')),
    bits: number('How much shorter the data is described with the cause.'),
    confidence: text('`certain`, `likely` or `possible`.'),
    kind: text('`changed`, `new` or `gone`.'),
  }),
  ranking,
  common,
  mix,
  spread,
  unexplained: number(
    'The change without the contributions of the causes, `common.contribution` and `mix.remaining`; the whole change where no causes are searched.',
  ),
  direction: text('`up`, `down` or `none`.'),
  method: nullable(
    text(
      'How the change of a formula divides among its parts: `sum`, `logarithmicMean` or `shapley`; null for a sum or a quotient.',
    ),
  ),
  parts: objects(
    'The parts of a formula, the one that contributes most first; empty for a sum or a quotient.',
    {
      part: text('The part: an expression of metrics.'),
      current: nullable(number('Its value in the current window.')),
      compare: nullable(number('The same in the compare window.')),
      contribution: nullable(number('What its change contributes to the change of the metric.')),
      share: nullable(number('`contribution` over the change of the metric; null when that is 0.')),
      common,
      mix: number('What the weights of a quotient contribute outside of its causes.'),
      unexplained: number('Its contribution without that of its causes, `common` and `mix`.'),
      noise: nullable(text('`relative`, `volume` or `ratio`; null when it was not searched.')),
      history: integer('Earlier windows that were used.'),
      reason: nullable(text('Why it was not searched; null when it was.')),
    },
  ),
  considered: object('What was searched.', {
    dimensions: texts('The dimensions.'),
    leftOut: texts(
      'Dimensions that were not searched: one value, the same groups as another one, or too many of them.',
    ),
    cut: objects('Dimensions of which the largest values are searched, the others as one.', {
      dimension: text('The dimension.'),
      values: integer('Its values.'),
      kept: integer('Values that are searched by themselves.'),
    }),
    combinations: integer('Combinations of values that occur; 0 where no causes are searched.'),
    segments: integer('Segments that competed, or that a `ranking` compares.'),
    depth: integer('The most conditions of a segment.'),
    isDepthCut: flag(
      'Whether segments with more conditions were left out because their sums would take more than one GiB.',
    ),
    noise: text('`relative`, `volume` or `ratio`; `mixed` when the parts of a formula differ.'),
    history: integer('Earlier windows that were used.'),
  }),
  warning: nullable(text('A warning about the windows; null when there is none.')),
})

/** Body of rank. */
export const rankBody = Type.Object({
  ...question,
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Largest number of dimensions; all by default.',
    }),
  ),
})

/** `data` of rank. */
export const rankData = Type.Object({
  dimensions: objects('The dimensions of the metric, the one that explains most first.', {
    dimension: text('The dimension.'),
    groups: integer('Its groups.'),
    topGroups: objects('The groups that contribute most, five at most.', {
      value: nullable(text('The value as text; null for rows without one.')),
      contribution: number('Its contribution to the change.'),
    }),
    groupsFor80Percent: nullable(
      integer(
        'How many groups hold 80 % of the contributions, by size; null where contributions are not defined.',
      ),
    ),
    share: nullable(
      number(
        'The share of the change that up to three groups explain, those that changed more than their part of the whole; 0 where no group did. Null where contributions are not defined or nothing changed.',
      ),
    ),
    expected: nullable(
      number('Their part of the whole: the share if every group had changed like the whole.'),
    ),
    chance: nullable(
      number('The share that the largest of so many groups have beyond `expected` by chance.'),
    ),
    mixShare: nullable(
      number(
        'Of a quotient or a mean: the share of the change that comes from the weights of groups; `share` is then of their rates alone. Null otherwise.',
      ),
    ),
    score: nullable(
      number(
        '`share - expected - chance`, and a positive `mixShare`; the dimensions are in its order.',
      ),
    ),
    explaining: list(
      'The values of the groups of `share`, the first first; null for rows without a value.',
      nullable(text('A value as text.')),
    ),
    followsFrom: nullable(
      text(
        'A dimension that it follows from, because each group of that one has one value of it, as an airport has one city; null when none of the first ones is known. It stands behind that one unless it explains clearly more. Where two objects are compared it may be the dimension in which they differ, and it is last.',
      ),
    ),
    determines: flag(
      'Whether the values of the dimension determine the metric, so that each group has 0 or 1. Such a dimension explains everything and is last.',
    ),
    warning: nullable(text('A warning; null when there is none.')),
  }),
})

/** Body of root_cause. */
export type RootCauseRequest = ValueOf<typeof rootCauseBody>
/** `data` of root_cause. */
export type RootCauseData = ValueOf<typeof rootCauseData>
/** Body of rank. */
export type RankDimensionsRequest = ValueOf<typeof rankBody>
/** `data` of rank. */
export type RankDimensionsData = ValueOf<typeof rankData>
