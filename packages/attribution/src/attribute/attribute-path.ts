import { runInSlices } from '@tributary/core/internal'
import type { AttributionRequest, Grouping } from '../request/request.ts'
import type { AggregateSource, GroupKey } from '../request/source.ts'
import type { AttributionAnswer } from '../tables/answer.ts'
import {
  type PathOrder,
  type PathSelection,
  type PathTable,
  pathTables,
} from '../tables/path-tables.ts'
import { type AttributeOptions, attribute } from './attribute.ts'

/** A question that goes down a path of dimensions. */
export interface PathRequest extends Omit<AttributionRequest, 'groupings' | 'rowLimit'> {
  /** The dimensions in the order of the path; further facts have a grouping by one key for each. */
  readonly steps: readonly GroupKey[]
  readonly select: PathSelection
  /** The order of the rows below one row. @defaultValue contribution rate, the highest first */
  readonly orders?: readonly PathOrder[]
}

/** The answer: the overall table first, then one table for each step. */
export interface PathAnswer extends Omit<AttributionAnswer, 'tables'> {
  readonly tables: readonly PathTable[]
}

/**
 * Divides a change along a path of dimensions: by the values of the first, those that are chosen by the values of the
 * second, and so on. Values and contributions are those of {@link attribute} by the same combinations; the relative rate
 * of a row is its share of the row above, and what is left out below each row is said, so that every step adds up to the
 * one before. Rejects like {@link attribute}.
 *
 * @example
 * ```ts
 * import { attributePath, createColumnarSource, questionRequest } from '@tributary/attribution'
 * const sales = createColumnarSource({
 *   month: [5, 6, 5, 6, 5, 6],
 *   city: ['A', 'A', 'A', 'A', 'B', 'B'],
 *   shop: ['A1', 'A1', 'A2', 'A2', 'B1', 'B1'],
 *   amount: [10, 18, 10, 11, 10, 10],
 * })
 * const { groupings, ...question } = questionRequest(sales, {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['city', 'shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * const { tables } = await attributePath(sales, {
 *   ...question,
 *   steps: groupings.flatMap(({ keys }) => keys),
 *   select: { type: 'TOP', number: 1 },
 * })
 * tables[2]?.table.array('shop') // => ['A1']
 * tables[2]?.rests.map(({ rows, contribution }) => [rows, contribution]) // => [[1, '1']]
 * ```
 */
export async function attributePath(
  source: AggregateSource,
  request: PathRequest,
  options: AttributeOptions = {},
): Promise<PathAnswer> {
  const {
    steps,
    select,
    orders = [],
    maxRows = 10_000,
    contributions = false,
    ...comparison
  } = request
  const otherFacts = comparison.otherFacts?.map((fact) => {
    return { ...fact, groupings: listStepPrefixes(fact.groupings.flatMap(({ keys }) => keys)) }
  })
  const attributionRequest = {
    ...comparison,
    groupings: listStepPrefixes(steps),
    ...(otherFacts && { otherFacts }),
    contributions: true,
    maxRows: Number.POSITIVE_INFINITY,
  }
  const { tables, ...answer } = await attribute(source, attributionRequest, options)
  const work = pathTables(tables, { select, orders, maxRows, contributions })
  return { ...answer, tables: await runInSlices(work, options.signal) }
}

function listStepPrefixes(steps: readonly GroupKey[]): readonly Grouping[] {
  return steps.map((_, index) => {
    const keys = steps.slice(0, index + 1)
    return { name: keys.map(({ name }) => name).join(), keys }
  })
}
