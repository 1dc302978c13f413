import { joinFacts } from '../plan/join-facts.ts'
import { requestedMeasures } from '../plan/plan-comparison.ts'
import type { AttributionRequest, ResolvedMetric } from '../request/request.ts'
import type { AggregateSource } from '../request/source.ts'
import type { AttributionAnswer } from '../tables/answer.ts'
import { type AttributeOptions, attributeFacts } from './attribute.ts'
import { shareMeasures } from './share-measures.ts'

/** One comparison, and the metrics to explain with it. */
export interface ManyRequest extends Omit<AttributionRequest, 'metric'> {
  readonly metrics: readonly ResolvedMetric[]
}

/** The answer for one metric of many. */
export interface MetricAnswer {
  readonly metric: ResolvedMetric
  readonly answer: AttributionAnswer
}

/** Measures of the first request. They are few, so that the first answers come soon. */
const FIRST_MEASURES = 8

/** Measures of each later request to a source that does not tell how many it wants. */
const MEASURES_AT_ONCE = 20

/**
 * Explains many metrics with one comparison: an async iterator of one answer per metric, in their
 * order. Measures with the same aggregate, argument and filter are aggregated once, whatever their
 * names. They are aggregated in batches when the first answer that needs them is requested: a small
 * one for the first metrics, larger ones later, so what is not requested costs next to nothing, and
 * memory does not grow with the number of metrics. Each answer is computed when it is requested, and the table of a
 * grouping when one of its parts is read for the first time: whoever reads the totals of a thousand metrics and the tables
 * of ten waits for these. A table that nobody has read holds the aggregates that it is made from.
 * Rejects like {@link attribute}.
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
  const measures = metrics.map((metric) => requestedMeasures({ ...comparison, metric }))
  const shared = shareMeasures(joinFacts(source), measures, {
    first: FIRST_MEASURES,
    most: source.measuresAtOnce ?? MEASURES_AT_ONCE,
  })
  for (const [index, metric] of metrics.entries()) {
    shared.moveTo(index)
    options.signal?.throwIfAborted()
    const metricRequest = { ...comparison, metric }
    yield {
      metric,
      answer: await attributeFacts(shared, metricRequest, { ...options, tablesWhenRead: true }),
    }
  }
}
