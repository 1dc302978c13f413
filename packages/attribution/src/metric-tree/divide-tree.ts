import { type TypedExpr, typedReferences } from '@tributary/expression'
import {
  type DivisionMethod,
  divideChange,
  formulaValue,
  type NodeValues,
} from './divide-change.ts'

/** Metrics that are computed from one another, as a tree of nodes by name. */
export interface MetricTree {
  readonly root: string
  /** The formulas of the nodes that have children; a reference names a child. Each node has one parent at most. */
  readonly formulas: ReadonlyMap<string, TypedExpr>
  /** The values of all nodes. */
  readonly values: ReadonlyMap<string, NodeValues>
}

/** How a node of a tree changed, and what that does to its parent and to the root. */
export interface NodeChange {
  readonly name: string
  /** Null for the root. */
  readonly parent: string | null
  readonly current: number | null
  readonly compare: number | null
  /** Its contribution to the change of its parent, in the parent's unit; of the root its own change. */
  readonly contribution: number | null
  /** That over the change of the parent; null when that is 0 or does not divide. */
  readonly shareOfParent: number | null
  /** Its contribution to the change of the root over that change. */
  readonly shareOfRoot: number | null
  /** How its own change divides among its children; null without children, and where `reason` says why it does not. */
  readonly method: DivisionMethod | null
  readonly reason: string | null
}

/** A node whose formula gives another value than its metric has. */
export interface TreeMismatch {
  readonly name: string
  readonly window: 'current' | 'compare'
  readonly expression: number | null
  readonly metric: number | null
}

/**
 * The first node, from the root on, whose formula does not give its own value: by more than a relative error of a billionth in
 * each child could change it. Null when all do.
 */
export function treeMismatch({ formulas, values }: MetricTree): TreeMismatch | null {
  for (const [name, formula] of formulas) {
    for (const window of ['current', 'compare'] as const) {
      const expression = formulaValue(formula, (child) => values.get(child)![window])
      const metric = values.get(name)![window]
      if (expression === null && metric === null) continue
      const isNear =
        expression !== null &&
        metric !== null &&
        Math.abs(expression - metric) <= estimateDoubt(formula, values, window)
      if (!isNear) return { name, window, expression, metric }
    }
  }
  return null
}

const BILLIONTH = 1e-9

function estimateDoubt(
  formula: TypedExpr,
  values: MetricTree['values'],
  window: TreeMismatch['window'],
): number {
  const at = (name: string): number | null => values.get(name)![window]
  const value = formulaValue(formula, at) ?? 0
  return listFormulaChildren(formula).reduce((doubt, child) => {
    const moved = formulaValue(formula, (name) =>
      name === child ? scaleValue(at(name), 1 + BILLIONTH) : at(name),
    )
    return doubt + Math.abs((moved ?? value) - value)
  }, BILLIONTH * Math.abs(value))
}

function scaleValue(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor
}

function listFormulaChildren(formula: TypedExpr): readonly string[] {
  return [...new Set(typedReferences(formula).map(({ name }) => name))]
}

/**
 * Divides the change of a metric among the metrics that it is computed from: the change of each node among its children, and
 * what a child contributes to the root through its parents. The contributions of the children of a node add up to its
 * change, and their shares of the root to its own share. Nodes are listed parents first, children in the order of their formula.
 */
export function divideTree(tree: MetricTree): readonly NodeChange[] {
  const changes: NodeChange[] = []
  const { current, compare } = tree.values.get(tree.root)!
  const change = computeNodeChange(tree.values.get(tree.root)!)
  const isKnown = change !== null && change !== 0
  const rootFields = { contribution: change, shareOfParent: null, shareOfRoot: isKnown ? 1 : null }
  addNode({ name: tree.root, parent: null, current, compare, ...rootFields }, 1)
  return changes

  /** `slope`: what the root changes by when the node changes by 1. */
  function addNode(node: Omit<NodeChange, 'method' | 'reason'>, slope: number | null): void {
    const formula = tree.formulas.get(node.name)
    if (formula === undefined) {
      changes.push({ ...node, method: null, reason: null })
      return
    }
    const division = divideChange(formula, tree.values)
    const { method } = division
    changes.push({ ...node, method, reason: division.method === null ? division.reason : null })
    const nodeChange = computeNodeChange(node)
    for (const name of listFormulaChildren(formula)) {
      const part = division.method === null ? null : division.parts.get(name)!
      const contribution = part?.contribution ?? null
      const toRoot = slope === null || contribution === null ? null : slope * contribution
      const child = {
        name,
        parent: node.name,
        ...tree.values.get(name)!,
        contribution,
        shareOfParent: computeShare(contribution, nodeChange),
        shareOfRoot: computeShare(toRoot, change),
      }
      const below = slope === null || part === null ? null : part.slope
      addNode(child, below === null ? null : slope! * below)
    }
  }
}

function computeNodeChange({ current, compare }: NodeValues): number | null {
  return current === null || compare === null ? null : current - compare
}

function computeShare(part: number | null, total: number | null): number | null {
  if (part === null || total === null || total === 0) return null
  const share = part / total
  return Number.isFinite(share) ? share : null
}
