import type { Expr } from '../ast/expr.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import type { Limits } from '../limits.ts'
import { childrenOf } from '../visit/children.ts'

/** What of a tree passes its limits: height, nodes, values of one call. Uses no stack, however high the tree is. */
export function checkTree(ast: Expr, limits: Limits): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const waiting: { readonly node: Expr; readonly height: number }[] = [{ node: ast, height: 1 }]
  let nodes = 0
  let highest = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, height } = next
    nodes += 1
    highest = Math.max(highest, height)
    if (node.kind === 'call' && node.args.length - 1 > limits.values) {
      const params = { found: node.args.length - 1, limit: limits.values }
      diagnostics.push(report('EXP5004', { span: node.nameSpan, params }))
    }
    for (const child of childrenOf(node)) waiting.push({ node: child, height: height + 1 })
  }
  const { span } = ast
  if (highest > limits.treeHeight) {
    diagnostics.push(
      report('EXP5002', { span, params: { found: highest, limit: limits.treeHeight } }),
    )
  }
  if (nodes > limits.nodes) {
    diagnostics.push(report('EXP5003', { span, params: { found: nodes, limit: limits.nodes } }))
  }
  return diagnostics
}
