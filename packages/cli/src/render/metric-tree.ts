import {
  type BreakdownData,
  joinClaims,
  readTreeFacts,
  sayClaims,
  TREE_CLAIMS,
  type TreeComparisonData,
} from '@tributary/contract'
import { formatPercent, type NumberStyle, type Numeric, PLAIN } from '@tributary/core/numbers'
import type { Presentation } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { numberStyle, unitBehind } from './number-style.ts'
import { appendBars, type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'
import { renderWarning } from './warning.ts'

/** A tree of metrics with what its nodes contribute, and how to print it. */
export interface MetricTreePrint {
  readonly definition: BreakdownData
  readonly answer: TreeComparisonData
  /** Whether two ranges of time are compared, or two peers. */
  readonly kind: 'times' | 'peers'
  /** Both sides of the comparison, as a person reads them. */
  readonly sides: string
  /** Unit and format by metric. */
  readonly presentations: ReadonlyMap<string, Presentation>
  /** Whether every digit is printed. */
  readonly exact: boolean
  readonly paint: Paint
  /** The width of the terminal; null for no limit. */
  readonly width: number | null
}

type Node = TreeComparisonData['nodes'][number]

const INDENT = '  '

/** The lines of a tree: the question, the answer in a sentence, the nodes with bars, and how each change is divided. */
export function renderMetricTree(print: MetricTreePrint): readonly string[] {
  const { answer, kind, sides, paint } = print
  const root = answer.nodes[0]!
  const lines = [
    '',
    renderHeadline(print, root),
    paint('faint', printable(sides)),
    ...renderWarning(answer.warning, kind, paint),
    '',
    ...nodeLines(print),
    ...divisions(print),
  ]
  const title =
    kind === 'times'
      ? `Why did ${printable(root.metric)} change?`
      : `Why does ${printable(root.metric)} differ?`
  return [paint('title', title), ...lines.map((line) => (line === '' ? '' : `${INDENT}${line}`))]
}

/** How the root changed, and the leaf that contributes most of it. */
function renderHeadline(print: MetricTreePrint, root: Node): string {
  const { answer, kind } = print
  const unit = unitBehind(getNodePresentation(print, root))
  const style = createNodeStyle(print, root, [])
  const { compare, current } = readValues(root)
  const printed = {
    compare: style.value(compare) + unit,
    current: style.value(current) + unit,
    change: style.change(root.growth),
  }
  const nameNode = (node: Node) => (node === root ? printable(root.metric) : label(print, node))
  const facts = readTreeFacts(answer, { printed, nameNode })
  const compares = kind === 'times' ? 'periods' : 'groups'
  return joinClaims(sayClaims(TREE_CLAIMS, facts, { compares }))
}

const COLUMNS: readonly Column[] = [
  { title: 'metric', align: 'left', widest: 60 },
  { title: 'comparison', align: 'right' },
  { title: 'current', align: 'right' },
  { title: 'change', align: 'right' },
  { title: 'change %', align: 'right' },
  { title: 'contribution', align: 'right' },
  { title: 'of parent', align: 'right' },
  { title: 'of the whole', align: 'right' },
]

function nodeLines(print: MetricTreePrint): readonly string[] {
  const { answer, paint, width } = print
  const { nodes } = answer
  const branches = drawBranches(nodes)
  const ordered = [...branches.keys()]
  const byName = new Map(nodes.map((node) => [node.node, node]))
  const rows = ordered.map((node): readonly Cell[] => {
    const style = createNodeStyle(print, node, [])
    const parent = node.parent === null ? node : byName.get(node.parent)!
    const below = nodes.filter((sibling) => sibling.parent === parent.node)
    const amounts = createNodeStyle(
      print,
      parent,
      below.map((sibling) => sibling.contribution),
    )
    const plain = (text: string): Cell => ({ text, role: 'plain' })
    const unit = unitBehind(getNodePresentation(print, node)).trim()
    return [
      plain(branches.get(node)! + label(print, node) + (unit === '' ? '' : `, ${unit}`)),
      plain(style.value(readValues(node).compare)),
      plain(style.value(readValues(node).current)),
      plain(style.change(node.growth)),
      plain(formatPercent(node.growthRate)),
      plain(amounts.change(node.contribution)),
      plain(formatPercent(node.relativeContributionRate)),
      plain(formatPercent(node.overallContributionRate)),
    ]
  })
  const shares = ordered.map((node) => (node.parent === null ? null : node.overallContributionRate))
  const lines = renderTable(COLUMNS, rows, paint)
  const inner = width === null ? null : width - INDENT.length
  return appendBars(lines, [null, ...shares], { width: inner, paint })
}

/** The branches before the name of each node, the nodes in the order of a tree from top to bottom. */
function drawBranches(nodes: readonly Node[]): ReadonlyMap<Node, string> {
  const branches = new Map<Node, string>()
  const grow = (node: Node, before: string, indent: string): void => {
    branches.set(node, before)
    const children = nodes.filter((treeNode) => treeNode.parent === node.node)
    for (const [index, child] of children.entries()) {
      const last = index === children.length - 1
      grow(child, `${indent}${last ? '└─ ' : '├─ '}`, `${indent}${last ? '   ' : '│  '}`)
    }
  }
  for (const root of nodes.filter((treeNode) => treeNode.parent === null)) grow(root, '', '')
  return branches
}

const METHODS: Readonly<Record<string, string>> = {
  sum: 'each child by its own change',
  logarithmicMean: 'divided by logarithmic means',
  shapley: 'divided by Shapley values',
}

/** How each node with children divides. */
function divisions(print: MetricTreePrint): readonly string[] {
  const { answer, paint } = print
  const byName = new Map(answer.nodes.map((node) => [node.node, node]))
  const lines = answer.nodes.flatMap((node) => {
    if (node.expression === null) return []
    const formula = node.expression.replace(/\[([^\]]+)\]/g, (match, name: string) => {
      const child = byName.get(name)
      return child === undefined ? match : `[${label(print, child)}]`
    })
    const how = node.reason ?? METHODS[node.method ?? ''] ?? ''
    return [paint('faint', `${label(print, node)} = ${printable(formula)}: ${how}`)]
  })
  return lines.length === 0 ? [] : ['', ...lines]
}

/** The name of a metric; of a temporary one what it is made of. */
function label({ definition }: MetricTreePrint, { metric }: Node): string {
  const temporary = definition.metricDefinitions?.[metric]
  if (temporary === undefined) return printable(metric)
  const filters = (temporary.filters ?? []).join(' AND ')
  return printable(`${temporary.refMetric} where ${filters}`)
}

function getNodePresentation(print: MetricTreePrint, { metric }: Node): Presentation {
  const name = print.definition.metricDefinitions?.[metric]?.refMetric ?? metric
  return print.presentations.get(name) ?? PLAIN
}

/** The values of a node with every digit. */
function readValues(node: Node): { readonly compare: Numeric; readonly current: Numeric } {
  const { compareValue, currentValue, compareValueText, currentValueText } = node
  return {
    compare: compareValueText ?? compareValue,
    current: currentValueText ?? currentValue,
  }
}

/** The numbers of a node; with `changes` so that these show beside its growth. */
function createNodeStyle(
  print: MetricTreePrint,
  node: Node,
  changes: readonly (number | null)[],
): NumberStyle {
  return numberStyle({
    presentation: getNodePresentation(print, node),
    values: Object.values(readValues(node)),
    changes: [node.growth, ...changes],
    exact: print.exact,
  })
}
