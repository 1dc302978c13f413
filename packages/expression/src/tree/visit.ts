import type { Column, Expr, Field } from './expr.ts'

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
function withChildren(node: Expr, children: readonly Expr[]): Expr {
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

/** Visits every node in text order, a node before what is below it. `false` from `visit` skips what is below. */
export function walk(ast: Expr, visit: (node: Expr) => unknown): void {
  if (visit(ast) === false) return
  for (const child of childrenOf(ast)) walk(child, visit)
}

/** A tree in which `change` has replaced every node, deepest first. Sub-trees without a change are kept as they are. */
export function rewrite(ast: Expr, change: (node: Expr) => Expr): Expr {
  const children = childrenOf(ast)
  const changed = children.map((child) => rewrite(child, change))
  const same = changed.every((child, index) => child === children[index])
  return change(same ? ast : withChildren(ast, changed))
}

/**
 * Every name that a text uses, as written, with its place, in text order, repeated as often as it stands
 * there: what `CASE` compares once, though the tree has it in every condition.
 */
export function references(ast: Expr): readonly (Field | Column)[] {
  const found = new Set<Field | Column>()
  walk(ast, (node) => {
    if (node.kind === 'field' || node.kind === 'column') found.add(node)
  })
  return [...found]
}
