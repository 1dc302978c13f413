import type { ResolvedMetric } from '../request/request.ts'
import type { AggregateSource, WindowPair } from '../request/source.ts'
import { type AttributeOptions, attribute } from './attribute.ts'
import type { ManyRequest } from './attribute-many.ts'
import { shareLeaves } from './share-leaves.ts'

/** A comparison to rank metrics by. It has no groupings: only totals are compared. */
export interface RankRequest extends Omit<ManyRequest, 'groupings'> {
  /** Earlier pairs of windows, from which the usual change of each metric is computed. @defaultValue none */
  readonly history?: readonly WindowPair[]
}

/** How far a metric moved. */
export interface MetricMovement {
  readonly metric: ResolvedMetric
  readonly current: number | null
  readonly compare: number | null
  /** `current - compare`; null when either is. */
  readonly change: number | null
  /** The root mean square of the metric's changes in the history; null when no change in it is known. */
  readonly usual: number | null
  /**
   * The rank's measure: the absolute change divided by the usual change, or by the absolute compare
   * value when there is no history. Infinity for a change where the divisor is 0; null when
   * unknown.
   */
  readonly score: number | null
}

/**
 * Ranks metrics by how far they moved, largest score first; metrics without a score are last, equal
 * ones keep their order. Each window is aggregated once for all metrics. Rejects like {@link
 * attribute}.
 *
 * @example
 * ```ts
 * import { createColumnarSource, questionRequest, rankMetrics } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [5, 5, 6], shop: ['A', 'B', 'A'], amount: [10, 30, 10] })
 * const windows = { dimensions: ['shop'], current: '[month] = 6', compare: '[month] = 5' }
 * const sum = questionRequest(sales, { ...windows, metric: { sum: '[amount]' } })
 * const count = questionRequest(sales, { ...windows, metric: { countRows: true } })
 * const request = { ...sum, metrics: [sum.metric, count.metric] }
 * const ranking = await rankMetrics(sales, request)
 * ranking.map(({ change, score }) => [change, score]) // => [[-30, 0.75], [-1, 0.5]]
 * ```
 */
export async function rankMetrics(
  source: AggregateSource,
  request: RankRequest,
  options: AttributeOptions = {},
): Promise<readonly MetricMovement[]> {
  const { history = [], ...comparison } = request
  const now = await overallValues(source, comparison, options)
  const before: (readonly Values[])[] = []
  for (const windows of history) {
    before.push(await overallValues(source, { ...comparison, windows }, options))
  }
  return request.metrics
    .map((metric, index) => {
      const usual = history.length === 0 ? null : usualChange(before.map((one) => one[index]!))
      return movement(metric, now[index]!, { usual, hasHistory: history.length > 0 })
    })
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || 0)
}

interface Values {
  readonly current: number | null
  readonly compare: number | null
}

async function overallValues(
  source: AggregateSource,
  { metrics, ...comparison }: Omit<RankRequest, 'history'>,
  options: AttributeOptions,
): Promise<readonly Values[]> {
  const shared = shareLeaves(
    source,
    metrics.flatMap(({ leaves }) => leaves),
  )
  const values: Values[] = []
  for (const metric of metrics) {
    const { tables } = await attribute(shared, { ...comparison, metric, groupings: [] }, options)
    const [row] = tables[0]!.table.objects() as Record<string, number | null>[]
    values.push({
      current: row?.['@currentValue'] ?? null,
      compare: row?.['@compareValue'] ?? null,
    })
  }
  return values
}

function movement(
  metric: ResolvedMetric,
  { current, compare }: Values,
  { usual, hasHistory }: { readonly usual: number | null; readonly hasHistory: boolean },
): MetricMovement {
  const change = current === null || compare === null ? null : current - compare
  const against = hasHistory ? usual : compare
  return { metric, current, compare, change, usual, score: scoreOf(change, against) }
}

function scoreOf(change: number | null, against: number | null): number | null {
  if (change === null || against === null) return null
  return change === 0 ? 0 : Math.abs(change) / Math.abs(against)
}

function usualChange(history: readonly Values[]): number | null {
  const squares = history.flatMap(({ current, compare }) =>
    current === null || compare === null ? [] : [(current - compare) ** 2],
  )
  if (squares.length === 0) return null
  return Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / squares.length)
}
