import type { ResolvedMetric } from '../request/request.ts'
import type { AggregateSource, WindowPair } from '../request/source.ts'
import { type AttributeOptions, attribute } from './attribute.ts'
import type { ManyRequest } from './attribute-many.ts'
import { shareLeaves } from './share-leaves.ts'

/** A comparison to rank metrics by; what it is grouped by does not matter. */
export interface RankRequest extends Omit<ManyRequest, 'groupings'> {
  /** Earlier comparisons of the same kind, which show how much each metric usually moves. @defaultValue none */
  readonly history?: readonly WindowPair[]
}

/** How far a metric moved. */
export interface MetricMovement {
  readonly metric: ResolvedMetric
  readonly current: number | null
  readonly compare: number | null
  /** `current - compare`; null when either is. */
  readonly change: number | null
  /** The root mean square of its changes in the history; null when none of them is known. */
  readonly usual: number | null
  /**
   * What metrics are ranked by: the size of the change against the usual one, or against the compare value
   * when there is no history. Infinite for a change where there never was one; null when unknown.
   */
  readonly score: number | null
}

/**
 * Ranks metrics by how far they moved, farthest first; unknown ones last, equal ones as given. Each window
 * is gone over once for all metrics. Rejects like {@link attribute}.
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
