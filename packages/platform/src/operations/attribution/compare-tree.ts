import {
  type AttributionAnswer,
  type AttributionRequest,
  attributeMany,
} from '@tributary/attribution'
import {
  divideTree,
  type NodeChange,
  treeMismatch,
  VALUE_TEXTS,
} from '@tributary/attribution/internal'
import type { AttributionQuestion } from '@tributary/catalog'
import { toIdentity } from '@tributary/catalog/internal'
import {
  CALCULATE_TYPES,
  readWarnings,
  type TreeComparisonData,
  type TreePeerComparisonRequest,
  type TreeTimeComparisonRequest,
} from '@tributary/contract'
import { writeWarning } from '@tributary/contract/internal'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { locateTexts, toTemporaryMetrics } from '../../requests/located-texts.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { planQuestion } from './ask-attribution.ts'
import type { ReadSides, Sides } from './comparison-sides.ts'
import { nameSeveralDatasets } from './name-datasets.ts'
import { readTree, type TreeDefinition } from './tree-definition.ts'

/** Explains the difference of a metric between two sides along a tree of metrics. */
export async function compareTree(
  session: Session,
  request: TreeTimeComparisonRequest | TreePeerComparisonRequest,
  { sides, ...options }: CallOptions & { readonly sides: () => ReadSides },
): Promise<TreeComparisonData> {
  const { metricTreeDef } = request
  const tree = readTree(metricTreeDef)
  const { sides: windows, ranges } = sides()
  const question = toTreeQuestion(session, request, windows)
  const measured = await measure(session, { tree, question }, options)
  const values = new Map(Array.from(measured, ([node, { values: both }]) => [node, both]))
  const { root, formulas } = tree
  const hasRows = [...values.values()].some(
    (nodeValues) => nodeValues.current !== null || nodeValues.compare !== null,
  )
  if (hasRows) refuseMismatch(tree, treeMismatch({ root, formulas, values }))
  const texts = new Map(Object.entries(metricTreeDef.metricTree))
  return {
    rootNode: root,
    nodes: divideTree({ root, formulas, values }).map((change) => {
      const { growth, growthRate, texts: exactTexts } = measured.get(change.name)!
      return {
        node: change.name,
        metric: tree.metrics.get(change.name)!,
        parent: change.parent,
        expression: texts.get(change.name) ?? null,
        currentValue: change.current,
        compareValue: change.compare,
        ...exactTexts,
        growth,
        growthRate,
        ...toContributionRates(change),
      }
    }),
    warning: joinWarnings([...measured.values()].map((measurement) => measurement.warning)),
    ...(ranges !== null && { ranges }),
  }
}

/** The warnings of several answers as one text, each once; null for none. */
function joinWarnings(warnings: readonly (string | null)[]): string | null {
  return (
    readWarnings(...warnings)
      .map(writeWarning)
      .join('; ') || null
  )
}

function toContributionRates({
  contribution,
  shareOfParent,
  shareOfRoot,
  method,
  reason,
}: NodeChange) {
  return {
    contribution,
    relativeContributionRate: shareOfParent,
    overallContributionRate: shareOfRoot,
    method,
    reason,
  }
}

function toTreeQuestion(
  { catalog, clock }: Session,
  { metricTreeDef, attribution }: TreeTimeComparisonRequest | TreePeerComparisonRequest,
  sides: Sides,
): Omit<AttributionQuestion, 'metric'> {
  return {
    metricDefinitions: toTemporaryMetrics(
      metricTreeDef.metricDefinitions ?? {},
      'metricTreeDef.metricDefinitions',
    ),
    dimensions: [],
    calculation: requireChoice(
      'attribution.attributionCalculateType',
      attribution.attributionCalculateType,
      CALCULATE_TYPES,
    ),
    filters: locateTexts(attribution.filters ?? [], 'attribution.filters'),
    now: localTime(clock.now(), catalog.workspace.timeZone),
    ...sides,
  }
}

interface TreeQuestion {
  readonly tree: TreeDefinition
  readonly question: Omit<AttributionQuestion, 'metric'>
}

type TreeNodeData = TreeComparisonData['nodes'][number]

/** The values of a node, which an attribution has in its overall table. */
interface Measurement {
  readonly values: { readonly current: number | null; readonly compare: number | null }
  /** The values with every digit, where a number would lose some. */
  readonly texts: Pick<TreeNodeData, 'currentValueText' | 'compareValueText'>
  readonly growth: string | null
  readonly growthRate: string | null
  readonly warning: string | null
}

/** The values of all nodes. Nodes over the same rows are aggregated together. */
async function measure(
  session: Session,
  { tree, question }: TreeQuestion,
  options: CallOptions,
): Promise<ReadonlyMap<string, Measurement>> {
  const planned: AttributionRequest[] = []
  for (const [node, text] of tree.metrics) {
    const metric = { text, path: toNodePath(node) }
    const planOptions = { ...options, overallOnly: true, nameDatasets: true }
    planned.push(await planQuestion(session, { ...question, metric }, planOptions))
  }
  const plans = nameSeveralDatasets(planned).values()
  const together = new Map<string, { node: string; plan: AttributionRequest }[]>()
  for (const node of tree.metrics.keys()) {
    const plan = plans.next().value!
    const identity = toIdentity({ ...plan, metric: null })
    const nodeGroup = together.get(identity) ?? []
    nodeGroup.push({ node, plan })
    together.set(identity, nodeGroup)
  }
  const measured = new Map<string, Measurement>()
  for (const group of together.values()) {
    const request = { ...group[0]!.plan, metrics: group.map(({ plan }) => plan.metric) }
    let next = 0
    for await (const { answer } of attributeMany(session.source, request, options)) {
      const { node } = group[next++]!
      measured.set(node, toMeasurement(answer, { node, metric: tree.metrics.get(node)! }))
    }
  }
  return measured
}

function toNodePath(node: string): string {
  return `metricTreeDef.metricTreeNodes.${node}`
}

function toMeasurement(
  { tables, warning }: AttributionAnswer,
  { node, metric }: { readonly node: string; readonly metric: string },
): Measurement {
  const [row] = tables[0]!.table.objects() as Record<string, number | string | null>[]
  const number = (column: string): number | null => {
    const value = row?.[column] ?? null
    if (typeof value !== 'string') return value
    const message = `The metric "${metric}" of ${node} is "${value}", no number, so its change does not divide; leave the node out.`
    throw invalidRequestError(toNodePath(node), message)
  }
  const text = (column: string) => (row?.[column] ?? null) as string | null
  return {
    values: { current: number('@currentValue'), compare: number('@compareValue') },
    texts:
      row?.[VALUE_TEXTS.current] === undefined
        ? {}
        : {
            currentValueText: text(VALUE_TEXTS.current),
            compareValueText: text(VALUE_TEXTS.compare),
          },
    growth: text('@growth'),
    growthRate: text('@growthRate'),
    warning,
  }
}

/** Throws for a node whose expression gives another value than its metric has. */
function refuseMismatch(tree: TreeDefinition, mismatch: ReturnType<typeof treeMismatch>): void {
  if (mismatch === null) return
  const { name, window, expression, metric } = mismatch
  const [expressionValue, metricValue] = [expression, metric].map((value) => value ?? 'no value')
  const message = `The expression of ${name} gives ${expressionValue} in the ${window} window, but its metric "${tree.metrics.get(name)}" has ${metricValue}; write an expression of children that gives the metric.`
  throw invalidRequestError(`metricTreeDef.metricTree.${name}`, message)
}
