import { requestedLeaves } from '../plan/aggregate-request.ts'
import { joinFacts } from '../plan/join-facts.ts'
import type { ResolvedMetric } from '../request/request.ts'
import type { AggregateSource, WindowPair } from '../request/source.ts'
import { type AttributeOptions, attributeFacts } from './attribute.ts'
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
   * How far it moved, from 0 to 2, whatever the metric's unit; null when unknown. Without a history
   * `2·|current - compare| / (|current| + |compare|)`, the change over the mean of both values: 2 for
   * a metric that is new, gone or of the other sign, 2/3 for one that doubled or halved (S. J. Davis,
   * J. C. Haltiwanger and S. Schuh, _Job Creation and Destruction_, MIT Press 1996). With one
   * `2·|change| / (|change| + usual)`: 1 for a change as large as usual, 2 for one where nothing
   * changed before.
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
 * ranking.map(({ change, score }) => [change, score]) // => [[-30, 1.2], [-1, 0.6666666666666666]]
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
  const leaves = metrics.map((metric) => requestedLeaves({ ...comparison, groupings: [], metric }))
  // All ranks are known together, so there is nothing to be gained from a part of them.
  const all = leaves.reduce((sum, one) => sum + one.length, 1)
  const shared = shareLeaves(joinFacts(source), leaves, { first: all, most: all })
  const values: Values[] = []
  for (const metric of metrics) {
    const { tables } = await attributeFacts(
      shared,
      { ...comparison, metric, groupings: [] },
      options,
    )
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
  const score = hasHistory ? partOf(change, usual) : distance(current, compare)
  return { metric, current, compare, change, usual, score }
}

/** The change of a value over the mean size of both; the same both ways. */
function distance(current: number | null, compare: number | null): number | null {
  if (current === null || compare === null) return null
  if (current === compare) return 0
  // Shares of the larger, so that nothing overflows.
  const largest = Math.max(Math.abs(current), Math.abs(compare))
  const [now, before] = [current / largest, compare / largest]
  return (2 * Math.abs(now - before)) / (Math.abs(now) + Math.abs(before))
}

/** A change over the mean of it and the usual one. */
function partOf(change: number | null, usual: number | null): number | null {
  if (change === null || usual === null) return null
  if (change === 0) return 0
  const size = Math.abs(change)
  return size > usual ? 2 / (1 + usual / size) : (2 * (size / usual)) / (1 + size / usual)
}

function usualChange(history: readonly Values[]): number | null {
  const changes = history.flatMap(({ current, compare }) =>
    current === null || compare === null ? [] : [current - compare],
  )
  return changes.length === 0 ? null : Math.hypot(...changes) / Math.sqrt(changes.length)
}
