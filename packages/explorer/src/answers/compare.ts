import type {
  AttributionData,
  BreakdownData,
  RankDimensionsData,
  RootCauseData,
  TreeComparisonData,
  TreeTimeComparisonRequest,
} from '@tributary/contract'
import type { NumberForm } from '@tributary/core/numbers'
import type { Comparison } from '../analysis/why-question.ts'
import { getClient } from './client.ts'
import type { Question } from './use-answer.ts'

/** A question for the tables of a comparison. */
export interface TablesQuestion {
  readonly metric: string
  readonly comparison: Comparison
  readonly dimensions: readonly string[]
  /** The most rows of a table. */
  readonly rowLimit: number
  readonly explain?: boolean
}

/** The tables of a comparison: the whole first, then one for each of `dimensions`. */
export function tablesQuestion({
  comparison,
  dimensions,
  ...options
}: TablesQuestion): Question<AttributionData> {
  const subject = { ...options, dimensions: [...dimensions], contributions: true }
  return {
    key: `tables ${JSON.stringify([subject, comparison.attribution])}`,
    ask: (signal) =>
      comparison.kind === 'windows'
        ? getClient().compareTimes({ ...subject, attribution: comparison.attribution }, { signal })
        : getClient().comparePeers({ ...subject, attribution: comparison.attribution }, { signal }),
  }
}

/** The dimensions of a metric, the one that explains most first. */
export function rankQuestion(
  metric: string,
  { attribution }: Comparison,
): Question<RankDimensionsData> {
  return {
    key: `rank ${JSON.stringify([metric, attribution])}`,
    ask: (signal) => getClient().rankDimensions({ metric, attribution }, { signal }),
  }
}

/** The segments that changed differently from the rest. */
export function causesQuestion(
  metric: string,
  { attribution }: Comparison,
): Question<RootCauseData> {
  return {
    key: `causes ${JSON.stringify([metric, attribution])}`,
    ask: (signal) => getClient().findCauses({ metric, attribution }, { signal }),
  }
}

/** The values of a metric on both sides, for one that cannot be divided by any dimension. */
export function wholeQuestion(
  metric: string,
  comparison: Comparison,
): Question<TreeComparisonData> {
  const rootNode = 'whole'
  const metricTreeDef = { rootNode, metricTree: {}, metricTreeNodes: { [rootNode]: metric } }
  return {
    key: `whole ${JSON.stringify([metric, comparison.attribution])}`,
    ask: (signal) => compareTrees(metricTreeDef, comparison, signal),
  }
}

function compareTrees(
  metricTreeDef: TreeTimeComparisonRequest['metricTreeDef'],
  comparison: Comparison,
  signal: AbortSignal,
): Promise<TreeComparisonData> {
  const service = getClient()
  return comparison.kind === 'windows'
    ? service.compareTreeTimes({ metricTreeDef, attribution: comparison.attribution }, { signal })
    : service.compareTreePeers({ metricTreeDef, attribution: comparison.attribution }, { signal })
}

/** The display name of a metric, and the form of its numbers. */
export interface MetricDetails {
  readonly displayName: string
  readonly form: NumberForm
}

/** A tree of metrics with what is known of them. */
export interface NamedTree extends TreeComparisonData {
  /** By metric; a node that is no metric of the catalog has none. */
  readonly metricDetails: ReadonlyMap<string, MetricDetails>
}

/** The metrics that a metric is computed from, each with its change. */
export function treeQuestion(metric: string, comparison: Comparison): Question<NamedTree> {
  return {
    key: `tree ${JSON.stringify([metric, comparison.attribution])}`,
    ask: async (signal) => {
      const metricTreeDef = await getClient().breakDown({ metric }, { signal })
      const [tree, metricDetails] = await Promise.all([
        compareTrees(metricTreeDef, comparison, signal),
        fetchMetricForms(metricTreeDef, signal),
      ])
      return { ...tree, metricDetails }
    },
  }
}

async function fetchMetricForms(
  { metricTreeNodes, metricDefinitions }: BreakdownData,
  signal: AbortSignal,
): Promise<NamedTree['metricDetails']> {
  const metrics = Object.values(metricTreeNodes).filter(
    (metricName) => !(metricName in metricDefinitions),
  )
  const details = metrics.map((metricName) => getClient().metricDetail({ metricName }, { signal }))
  const answered = await Promise.all(details)
  return new Map(
    answered.map(({ displayName, unit, format }, at) => [
      metrics[at]!,
      { displayName, form: { unit, format } },
    ]),
  )
}
