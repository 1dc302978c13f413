import type { Expr } from '../ast/expr.ts'
import { childrenOf, withChildren } from './children.ts'

/** A tree in which `change` has replaced every node, deepest first. Sub-trees without a change are kept as they are. */
export function rewrite(ast: Expr, change: (node: Expr) => Expr): Expr {
  const children = childrenOf(ast)
  const changed = children.map((child) => rewrite(child, change))
  const same = changed.every((child, index) => child === children[index])
  return change(same ? ast : withChildren(ast, changed))
}
