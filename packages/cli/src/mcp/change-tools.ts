import { Type } from 'typebox'
import { readCompareWindow, readWindow } from '../flags/ranges.ts'
import { conditions, names, RANGE } from './inputs.ts'
import { defineTool, type Tool } from './tool.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const condition = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const current = Type.String({ minLength: 1, description: `The range to explain: ${RANGE}.` })
const compare = Type.Optional(
  Type.String({
    minLength: 1,
    description:
      'The range to compare it with: such a range, previous (the period before, when left out), or year (the same a year before).',
  }),
)
const average = Type.Optional(
  Type.Boolean({ description: 'Compare means per period, for ranges of different length.' }),
)
const history = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 8,
    description: 'Earlier ranges that say what is usual, at most; 8 without it.',
  }),
)

/** Finds the segments behind a change. */
export const causesTool: Tool = defineTool({
  name: 'causes',
  title: 'Find root causes',
  description:
    'Finds the segments that changed differently from the rest: combinations of values of any dimensions, with what was expected there and how sure each is. Without causes, nothing stands out. Of a formula, parts says what each part of it contributes, and a cause is in one of them.',
  input: Type.Object(
    {
      metric: Type.String({ minLength: 1, description: 'The metric by name.' }),
      current,
      compare,
      dimensions: Type.Optional(names('What to search; all dimensions of the metric without it.')),
      filters: conditions,
      average,
      history,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'Causes at most; 10 without it.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    headline: Type.String(),
    current: number('The metric in the range to explain.'),
    compare: number('The metric in the other range.'),
    causes: Type.Array(
      Type.Object({
        where: condition('A condition on rows, for filters; null for values beyond the largest.'),
        part: condition('The part of a formula that changed there; null for the metric itself.'),
        confidence: Type.String({ description: 'certain, likely or possible.' }),
        current: number('The metric there, or the part.'),
        expected: number('What was to be expected there.'),
        contribution: Type.Number({ description: 'What it adds to the change.' }),
        share: number('The contribution over the change.'),
      }),
    ),
    parts: Type.Array(
      Type.Object({
        part: Type.String({ description: 'An expression of metrics.' }),
        current: number('Its value in the range to explain.'),
        compare: number('Its value in the other range.'),
        contribution: number('What its change adds to the change of the metric.'),
        share: number('The contribution over the change.'),
        reason: condition('Why no causes are found in it; null where they are.'),
      }),
    ),
    unexplained: Type.Number({ description: 'The change without causes and common moves.' }),
    history: Type.Integer({ description: 'Earlier ranges that were used.' }),
  }),
  answer: async ({ platform, caller, signal, moment }, input) => {
    const at = await moment()
    const now = readWindow(input.current, { option: 'current', ...at })
    const before = readCompareWindow(input.compare ?? 'previous', now, { option: 'compare', ...at })
    const { metric, dimensions, filters, limit: maxCauses } = input
    const rootCauses = await platform.as(caller).findCauses(
      {
        metric,
        ...(dimensions && { dimensions }),
        ...(maxCauses !== undefined && { maxCauses }),
        ...(input.history !== undefined && { history: input.history }),
        attribution: {
          attributionCalculateType: input.average ? 'AVG' : 'ALL',
          currentTimeConstraint: now.condition,
          compareTimeConstraint: before.condition,
          ...(filters && { filters }),
        },
      },
      { signal },
    )
    return {
      headline: rootCauses.headline,
      current: rootCauses.current,
      compare: rootCauses.compare,
      causes: rootCauses.causes.map(
        ({ where, part, confidence, current: value, expected, ...amounts }) => {
          const { contribution, share } = amounts
          return { where, part, confidence, current: value, expected, contribution, share }
        },
      ),
      parts: rootCauses.parts.map(({ part, contribution, share, reason, ...values }) => {
        const { current: value, compare: earlier } = values
        return { part, current: value, compare: earlier, contribution, share, reason }
      }),
      unexplained: rootCauses.unexplained,
      history: rootCauses.considered.history,
    }
  },
})

/** Says which metrics changed more than they usually do. */
export const movementsTool: Tool = defineTool({
  name: 'movements',
  title: 'Find what moved',
  description:
    'Ranks metrics by how much more they changed than they usually do, says which of them chance does not explain, and what stands out in the change of the first ones. Call it when it is not known yet which metric to look at.',
  input: Type.Object(
    {
      current,
      compare,
      metrics: Type.Optional(names('The metrics to compare; all without it.')),
      average,
      history,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Metrics to list; 10 without it.' }),
      ),
      causes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10,
          description: 'Of how many metrics to look for the cause; 3 without it.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    headline: Type.String(),
    movements: Type.Array(
      Type.Object({
        metric: Type.String(),
        current: number('Its value in the range to explain.'),
        compare: number('Its value in the other range.'),
        change: number('The difference.'),
        usual: number('The usual size of its change.'),
        unusual: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether chance does not explain it; null without enough history.',
        }),
        cause: condition('What stands out in its change, in a sentence.'),
      }),
    ),
    quiet: Type.Integer({ description: 'Metrics that changed no more than usual.' }),
    warnings: Type.Array(Type.String()),
  }),
  answer: async ({ platform, caller, signal, onFault }, input) => {
    const { metrics = [], limit = 10, causes = 3 } = input
    const request = {
      current: input.current,
      compare: input.compare ?? 'previous',
      metrics,
      attributionCalculateType: input.average ? 'AVG' : 'ALL',
      ...(input.history !== undefined && { history: input.history }),
      limit,
      causes,
    } as const
    const { headline, movements, quiet, warnings } = await platform
      .as(caller)
      .metricMovements(request, { signal, onPartFailed: onFault })
    return {
      headline,
      movements: movements.map(({ cause, metric, change, usual, unusual, ...amounts }) => {
        const values = {
          current: amounts.current,
          compare: amounts.compare,
          change,
          usual,
          unusual,
        }
        return { metric, ...values, cause: cause?.headline ?? null }
      }),
      quiet,
      warnings: [...warnings],
    }
  },
})
