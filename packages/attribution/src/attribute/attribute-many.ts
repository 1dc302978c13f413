import type { AttributionRequest, ResolvedMetric } from '../request/request.ts'
import type { AggregateSource } from '../request/source.ts'
import type { AttributionAnswer } from '../tables/answer.ts'
import { type AttributeOptions, attribute } from './attribute.ts'
import { shareLeaves } from './share-leaves.ts'

/** One comparison, and the metrics to explain with it. */
export interface ManyRequest extends Omit<AttributionRequest, 'metric'> {
  readonly metrics: readonly ResolvedMetric[]
}

/** The answer for one metric of many. */
export interface MetricAnswer {
  readonly metric: ResolvedMetric
  readonly answer: AttributionAnswer
}

/**
 * Explains many metrics with one comparison: an async iterator of one answer per metric, in their
 * order. The source is asked once, when the first answer is requested, for every distinct leaf of
 * all metrics; leaves with the same aggregate, argument and filter are one, whatever their names.
 * Each answer is computed when it is requested, so no more than one has to be in memory. Rejects
 * like {@link attribute}.
 *
 * @example
 * ```ts
 * import { attributeMany, createColumnarSource, questionRequest } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [5, 5, 6], shop: ['A', 'B', 'A'], amount: [10, 20, 15] })
 * const windows = { dimensions: ['shop'], current: '[month] = 6', compare: '[month] = 5' }
 * const sum = questionRequest(sales, { ...windows, metric: { sum: '[amount]' } })
 * const count = questionRequest(sales, { ...windows, metric: { countRows: true } })
 * const request = { ...sum, metrics: [sum.metric, count.metric] }
 * const growths = []
 * for await (const { answer } of attributeMany(sales, request)) {
 *   growths.push(answer.tables[0]?.table.get('@growth', 0))
 * }
 * growths // => ['-15', '-1']
 * ```
 */
export async function* attributeMany(
  source: AggregateSource,
  request: ManyRequest,
  options: AttributeOptions = {},
): AsyncGenerator<MetricAnswer> {
  const { metrics, ...comparison } = request
  const shared = shareLeaves(
    source,
    metrics.flatMap(({ leaves }) => leaves),
  )
  for (const metric of metrics) {
    options.signal?.throwIfAborted()
    yield { metric, answer: await attribute(shared, { ...comparison, metric }, options) }
  }
}
