import { OPERATIONS } from '@tributary/contract'
import { isAverageOfPrevious } from '@tributary/platform/internal'
import { Type } from 'typebox'
import {
  average,
  compared,
  comparedRanges,
  conditions,
  metric,
  names,
  number,
  optionalInteger,
  toComparison,
} from './inputs.ts'
import { pickFields, pickValues } from './pick.ts'
import { defineTool, type Tool } from './tool.ts'
import { toWarningSentences } from './warning-sentences.ts'

const history = optionalInteger(
  0,
  8,
  'Earlier ranges that say what is usual, at most; 8 without it.',
)

const { causes, parts, ranking } = OPERATIONS.findCauses.data.properties
const { movements } = OPERATIONS.metricMovements.data.properties

const cause = pickFields(causes.items, {
  where: 'A condition on rows, for filters; null for values beyond the largest.',
  part: 'The part of a formula that changed there; null for the metric itself.',
  confidence: 'certain, likely or possible.',
  current: 'The metric there, or the part.',
  expected: 'What was to be expected there.',
  contribution: 'What it adds to the change.',
  share: 'The contribution over the change.',
})

const part = pickFields(parts.items, {
  part: 'An expression of metrics.',
  current: 'Its value in the range to explain.',
  compare: 'Its value in the other range.',
  contribution: 'What its change adds to the change of the metric.',
  share: 'The contribution over the change.',
  reason: 'Why no causes are found in it; null where they are.',
})

const { segments } = ranking.anyOf[0].properties

const segment = pickFields(segments.items, {
  where: 'A condition on rows, for filters.',
  current: 'The metric there.',
  compare: 'The same in the other range.',
  change: 'The difference; null where one of the two has no value.',
})

/** Finds the segments behind a change. */
export const causesTool: Tool = defineTool({
  name: 'causes',
  title: 'Find root causes',
  description:
    'Finds the segments that changed differently from the rest: combinations of values of any dimensions, with what was expected there and how sure each is. Without causes, nothing stands out. Of a formula, parts says what each part of it contributes, and a cause is in one of them.',
  input: Type.Object(
    {
      metric,
      ...compared,
      dimensions: Type.Optional(names('What to search; all dimensions of the metric without it.')),
      filters: conditions,
      average,
      history,
      limit: optionalInteger(1, 50, 'Causes at most; 10 without it.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    headline: Type.String(),
    ranges: comparedRanges,
    verdict: Type.String({
      description:
        'localised, several, spread, common, mix, usual, unchanged, undefined or unknown.',
    }),
    current: number('The metric in the range to explain.'),
    compare: number('The metric in the other range.'),
    causes: Type.Array(cause),
    parts: Type.Array(part),
    ranking: Type.Union(
      [
        Type.Object({
          reason: Type.String(),
          segments: Type.Array(segment),
          groups: Type.Integer({ description: 'All segments that were compared.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          'Segments by their change, of a metric that has no exact shares (distinct counts, percentiles, some balances); null for a metric that has them.',
      },
    ),
    mixShare: number(
      'The share of the change of a quotient that comes from weights of groups; null without one.',
    ),
    unexplained: Type.Number({ description: 'The change without causes, common moves and mix.' }),
    history: Type.Integer({ description: 'Earlier ranges that were used.' }),
    warnings: Type.Array(Type.String()),
  }),
  answer: async (session, input) => {
    const { operations, signal } = session
    const { dimensions, limit: maxCauses } = input
    const { attribution, ranges } = await toComparison(input, session)
    const request = {
      metric: input.metric,
      ...(dimensions && { dimensions }),
      ...(maxCauses !== undefined && { maxCauses }),
      ...(input.history !== undefined && { history: input.history }),
      attribution,
    }
    const rootCauses = await operations.findCauses(request, { signal })
    const { headline, verdict, current, compare, mix, unexplained, considered } = rootCauses
    return {
      headline,
      ranges,
      verdict,
      current,
      compare,
      causes: rootCauses.causes.map((entry) => pickValues(cause, entry)),
      parts: rootCauses.parts.map((entry) => pickValues(part, entry)),
      ranking: rootCauses.ranking && {
        ...rootCauses.ranking,
        segments: rootCauses.ranking.segments.map((entry) => pickValues(segment, entry)),
      },
      mixShare: mix?.share ?? null,
      unexplained,
      history: considered.history,
      warnings: toWarningSentences(rootCauses.warning),
    }
  },
})

const movement = pickFields(movements.items, {
  metric: null,
  currentRange: 'The range to explain; null where it is a condition.',
  compareRange: 'The other range.',
  current: 'Its value in the range to explain.',
  compare: 'Its value in the other range.',
  change: 'The difference.',
  usual: 'The usual size of its change.',
  unusual: 'Whether chance does not explain it; null without enough history.',
})

/** Says which metrics changed more than they usually do. */
export const movementsTool: Tool = defineTool({
  name: 'movements',
  title: 'Find what moved',
  description:
    'Ranks metrics by how much more they changed than they usually do, says which of them chance does not explain, and what stands out in the change of the first ones. Call it when it is not known yet which metric to look at.',
  input: Type.Object(
    {
      ...compared,
      metrics: Type.Optional(names('The metrics to compare; all without it.')),
      average,
      history,
      limit: optionalInteger(1, 100, 'Metrics to list; 10 without it.'),
      causes: optionalInteger(0, 10, 'Of how many metrics to look for the cause; 3 without it.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    headline: Type.String(),
    movements: Type.Array(
      Type.Object({
        ...movement.properties,
        cause: Type.Union([Type.String(), Type.Null()], {
          description: 'What stands out in its change, in a sentence.',
        }),
      }),
    ),
    quiet: Type.Integer({ description: 'Metrics that changed no more than usual.' }),
    warnings: Type.Array(Type.String()),
  }),
  answer: async ({ operations, signal }, { average: isMean, ...input }) => {
    const request = {
      limit: 10,
      causes: 3,
      ...input,
      attributionCalculateType: isMean || isAverageOfPrevious(input.compare ?? '') ? 'AVG' : 'ALL',
    } as const
    const answer = await operations.metricMovements(request, { signal })
    return {
      headline: answer.headline,
      movements: answer.movements.map((entry) => ({
        ...pickValues(movement, entry),
        cause: entry.cause?.headline ?? null,
      })),
      quiet: answer.quiet,
      warnings: toWarningSentences(...answer.warnings),
    }
  },
})
