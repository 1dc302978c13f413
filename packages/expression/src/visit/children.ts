import type { Expr } from '../ast/expr.ts'

const NONE: readonly Expr[] = []

/** The nodes directly below a node, in text order. */
export function childrenOf(node: Expr): readonly Expr[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'comparison':
    case 'arithmetic':
      return [node.left, node.right]
    case 'logical':
      return node.operands
    case 'not':
    case 'negate':
      return [node.operand]
    default:
      return NONE
  }
}

/** The same node over other children, given in the order of {@link childrenOf}. */
export function withChildren(node: Expr, children: readonly Expr[]): Expr {
  switch (node.kind) {
    case 'call':
      return { ...node, args: children }
    case 'comparison':
    case 'arithmetic':
      return { ...node, left: children[0]!, right: children[1]! }
    case 'logical':
      return { ...node, operands: children }
    case 'not':
    case 'negate':
      return { ...node, operand: children[0]! }
    default:
      return node
  }
}
