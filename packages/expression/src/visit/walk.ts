import type { Expr } from '../ast/expr.ts'
import { childrenOf } from './children.ts'

/** Visits every node in text order, a node before what is below it. `false` from `visit` skips what is below. */
export function walk(ast: Expr, visit: (node: Expr) => unknown): void {
  if (visit(ast) === false) return
  for (const child of childrenOf(ast)) walk(child, visit)
}
