import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import type { Expr } from '../tree/expr.ts'
import { childrenOf } from '../tree/visit.ts'
import type { Limits } from './limits.ts'

const NOTHING: readonly Diagnostic[] = []

/** What a tree was made of. */
export interface TreeOrigin {
  /** Two nodes of one token are the most. */
  readonly tokens: number
  /** Whether a node stands in more than one place, so that the tree may be far larger than its text. */
  readonly shares: boolean
}

/** What of a tree passes its limits: height, nodes, values of one call. Uses no stack, and stops where there are too many nodes. */
export function checkTree(ast: Expr, limits: Limits, origin: TreeOrigin): readonly Diagnostic[] {
  const { treeHeight, nodes: mostNodes, values } = limits
  const small = origin.tokens * 2 <= Math.min(treeHeight, mostNodes, values)
  if (small && !origin.shares) return NOTHING
  const diagnostics: Diagnostic[] = []
  const waiting: { readonly node: Expr; readonly height: number }[] = [{ node: ast, height: 1 }]
  let nodes = 0
  let highest = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, height } = next
    nodes += 1
    if (nodes > mostNodes) {
      return [report('EXP5003', { span: ast.span, params: { limit: mostNodes } })]
    }
    highest = Math.max(highest, height)
    if (node.kind === 'call' && node.args.length - 1 > values) {
      const params = { found: node.args.length - 1, limit: values }
      diagnostics.push(report('EXP5004', { span: node.nameSpan, params }))
    }
    for (const child of childrenOf(node)) waiting.push({ node: child, height: height + 1 })
  }
  if (highest > treeHeight) {
    const params = { found: highest, limit: treeHeight }
    diagnostics.push(report('EXP5002', { span: ast.span, params }))
  }
  return diagnostics
}
