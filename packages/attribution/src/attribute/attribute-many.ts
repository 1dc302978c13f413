import { setImmediate } from 'node:timers/promises'
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

/** Metrics are computed for so many milliseconds before others get their turn. */
const TURN = 10

/**
 * Answers why each of many metrics differs between two windows, one after the other in their order. The
 * source is asked once, for every distinct leaf of all of them, when the first answer is wanted; an answer
 * is computed when it is, so that no more than one has to be in memory. Leaves are the same when they
 * aggregate the same, whatever they are called. Rejects like {@link attribute}.
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
  let begin = performance.now()
  for (const metric of metrics) {
    if (performance.now() - begin > TURN) {
      await setImmediate()
      begin = performance.now()
    }
    options.signal?.throwIfAborted()
    yield { metric, answer: await attribute(shared, { ...comparison, metric }, options) }
  }
}
