import { formatPercent } from '@tributary/core/numbers'
import type { TreeComparisonData } from '../schemas/metric-tree.ts'
import { type Claim, defineClaim } from './claim.ts'
import { explainShare, explainShareInChinese, nameMove, nameMoveInChinese } from './words.ts'

/** The figures that sentences about a tree of metrics are about. */
export interface TreeFacts {
  /** The metric of the root. */
  readonly metric: string
  /** Its change; null where it has no value on a side. */
  readonly change: number | null
  readonly changeRate: string | null
  /** Its values and its change as people read them. */
  readonly printed: Readonly<Record<'current' | 'compare' | 'change', string>>
  /** The nodes without children, by what they contribute to the change; none for a root alone. */
  readonly leaves: readonly { readonly name: string; readonly share: number | null }[]
}

const hasNoValue = defineClaim<TreeFacts, Pick<TreeFacts, 'metric'>>({
  key: 'noValue',
  find: ({ metric, change }) => (change === null ? { metric } : null),
  en: ({ metric }) => `${metric} has no value on one side.`,
  zh: ({ metric }) => `${metric} 在其中一侧没有值。`,
})

const didNotChange = defineClaim<TreeFacts, Pick<TreeFacts, 'metric'>>({
  key: 'unchanged',
  find: ({ metric, change }) => (change === 0 ? { metric } : null),
  en: ({ metric }, { compares }) =>
    compares === 'groups' ? `${metric} is the same for both groups.` : `${metric} did not change.`,
  zh: ({ metric }, { compares }) =>
    compares === 'groups' ? `${metric} 在两个对象中相同。` : `${metric} 没有变化。`,
})

interface Moved extends Pick<TreeFacts, 'metric' | 'printed' | 'changeRate'> {
  readonly change: number
}

const moved = defineClaim<TreeFacts, Moved>({
  key: 'moved',
  find: ({ metric, change, changeRate, printed }) =>
    change === null || change === 0 ? null : { metric, change, changeRate, printed },
  en: ({ metric, change, changeRate, printed }, wording) => {
    const { current, compare } = printed
    const values =
      wording.compares === 'groups'
        ? `, ${current} against ${compare}`
        : ` from ${compare} to ${current}`
    return `${metric} ${nameMove(change, wording)}${values} (${listChange(printed.change, changeRate, ', ')}).`
  },
  zh: ({ metric, change, changeRate, printed }, wording) => {
    const { current, compare } = printed
    const values =
      wording.compares === 'groups'
        ? `：${current}，对比 ${compare}`
        : `：由 ${compare} 到 ${current}`
    return `${metric} ${nameMoveInChinese(change, wording)}${values}（${listChange(printed.change, changeRate, '，')}）。`
  },
})

const largestLeaf = defineClaim<TreeFacts, { readonly name: string; readonly share: number }>({
  key: 'largestLeaf',
  find: ({ change, leaves }) => {
    if (change === null || change === 0) return null
    const shares = leaves.flatMap(({ name, share }) => (share === null ? [] : [{ name, share }]))
    // A leaf without a share may contribute more than the others.
    if (shares.length < leaves.length) return null
    const [first] = shares.toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share))
    return first === undefined || first.share === 0 ? null : first
  },
  en: ({ name, share }, wording) => `${name} contributes most (${explainShare(share, wording)}).`,
  zh: ({ name, share }, wording) =>
    `${name} 贡献最大（${explainShareInChinese(share, wording)}）。`,
})

/** The claims about a tree of metrics: of each list, the first that holds is said. */
export const TREE_CLAIMS: readonly (readonly Claim<TreeFacts>[])[] = [
  [hasNoValue, didNotChange, moved],
  [largestLeaf],
]

function listChange(change: string, rate: string | null, separator: string): string {
  return rate === null ? change : `${change}${separator}${formatPercent(Number(rate))}`
}

/**
 * Reads what sentences about a tree of metrics are about, from its answer. `printed` has the values of the root, and
 * `nameNode` the name of a node for people.
 *
 * @example
 * ```ts
 * import { readTreeFacts, sayClaims, TREE_CLAIMS } from '@tributary/client/contract'
 *
 * const none = { expression: null, contribution: null, relativeContributionRate: null, method: null, reason: null }
 * const values = { currentValue: 6, compareValue: 4, growth: '2', growthRate: '0.5' }
 * const root = { ...none, ...values, node: 'n1', metric: 'sales', parent: null, overallContributionRate: 1 }
 * const leaf = { ...root, node: 'n2', metric: 'orders', parent: 'n1' }
 * const printed = { current: '6', compare: '4', change: '+2' }
 * const facts = readTreeFacts({ nodes: [root, leaf] }, { printed })
 * sayClaims(TREE_CLAIMS, facts).map(({ text }) => text)
 * // => ['sales rose from 4 to 6 (+2, +50.0 %).', 'orders contributes most (100.0 % of the change).']
 * ```
 */
export function readTreeFacts(
  { nodes }: Pick<TreeComparisonData, 'nodes'>,
  {
    printed,
    nameNode = ({ metric }) => metric,
  }: Pick<TreeFacts, 'printed'> & {
    readonly nameNode?: (node: TreeComparisonData['nodes'][number]) => string
  },
): TreeFacts {
  const root = nodes[0]!
  const parents = new Set(nodes.map(({ parent }) => parent))
  const hasValues = root.currentValue !== null && root.compareValue !== null
  return {
    metric: nameNode(root),
    change: hasValues && root.growth !== null ? Number(root.growth) : null,
    changeRate: root.growthRate,
    printed,
    leaves: nodes
      .filter((node) => node !== root && !parents.has(node.node))
      .map((node) => ({ name: nameNode(node), share: node.overallContributionRate })),
  }
}
