import { Type } from 'typebox'
import { CALCULATE_TYPES } from './attribution.ts'
import {
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

/** The most metrics of a question for movements. */
export const MOST_MOVEMENTS = 1_000

/** Body of movements. */
export const movementsBody = Type.Object({
  metrics: optional(
    list('The metrics; all that you may use when absent or empty.', name('A metric.'), {
      maxItems: MOST_MOVEMENTS,
    }),
  ),
  current: optionalText(
    'The time range to explain: in words, such as `2001-06`, or a condition; of each metric the last complete period of its data when absent.',
  ),
  compare: optionalText(
    'The time range it is compared with: `previous`, `year`, with `AVG` `average-of-4-previous`, a range in words or a condition; `previous` when absent.',
  ),
  attributionCalculateType: optional(
    Type.Enum(CALCULATE_TYPES, {
      description: '`ALL` compares overall values, `AVG` average values; `ALL` when absent.',
    }),
  ),
  history: optional(
    Type.Integer({
      minimum: 0,
      maximum: 8,
      description: 'Largest number of earlier time ranges that show what is usual; 8 by default.',
    }),
  ),
  causes: optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description:
        'Largest number of metrics whose causes are searched: the first ones that changed more than usual; 10 by default.',
    }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_MOVEMENTS,
      description: 'Largest number of metrics to list; 100 by default.',
    }),
  ),
})

const number = (description: string) => nullable(Type.Number({ description }))

/** `data` of movements. */
export const movementsData = Type.Object({
  headline: text('The answer in a sentence.'),
  movements: objects('The metrics, the one that moved furthest beyond what is usual first.', {
    metric: text('The metric.'),
    displayName: text('Its display name.'),
    currentRange: nullable(text('The range explained in words; null where it is a condition.')),
    compareRange: nullable(text('The range it is compared with; null where it is a condition.')),
    current: number('Its value in the current time range.'),
    compare: number('The same in the time range compared with.'),
    change: number('`current - compare`.'),
    usual: number('The root mean square of its changes before; null when none is known.'),
    history: integer(
      'How many of its changes before are known; with fewer than 3 it is not told whether it is unusual.',
    ),
    times: number('The size of `change` over `usual`; null when that is 0 or not known.'),
    score: number(
      'From 0 to 2: `2 |change| / (|change| + usual)`; without earlier time ranges the change over the mean size of both values.',
    ),
    unusual: nullable(
      Type.Boolean({
        description:
          'Whether it changed more than chance explains, all metrics judged together; null when fewer than 3 changes before are known.',
      }),
    ),
    cause: nullable(
      object('What stands out in its change; null where it was not looked for.', {
        headline: text('In a sentence.'),
        verdict: text(
          'What the change is, as in root_cause; `unknown` where it cannot be divided.',
        ),
        where: nullable(text('The segment as an expression; null when none stands out.')),
        share: number('Its share of the change.'),
        confidence: nullable(text('`certain`, `likely` or `possible`.')),
      }),
    ),
  }),
  changed: integer('Metrics that changed, whether they are listed or not.'),
  unusual: integer('Metrics that changed more than chance explains.'),
  beyondUsual: integer('Metrics that changed more than they usually do.'),
  quiet: integer(
    'Metrics that changed no more than they usually do: `change` is no larger than `usual`.',
  ),
  considered: object('What was compared.', {
    metrics: integer('Metrics.'),
    datasets: integer('Datasets that they were computed from.'),
    history: integer('Changes before that were used, of the metric with most of them.'),
  }),
  leftOut: objects('Metrics that could not be compared.', {
    metric: text('The metric.'),
    reason: text('Why.'),
  }),
  beyond: integer('Metrics beyond the first 1,000, which were not compared.'),
  warnings: texts('What should be known of the time ranges.'),
})

/** Body of movements. */
export type MovementsRequest = ValueOf<typeof movementsBody>
/** `data` of movements. */
export type MovementsData = ValueOf<typeof movementsData>
