import type { Column, Expr, Field } from './expr.ts'

const NONE: readonly Expr[] = []

/** The child nodes of a node, in text order. */
export function listChildren(node: Expr): readonly Expr[] {
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

/** A copy of a node with other children, in the order of {@link listChildren}. */
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

/**
 * Visits every node in text order, parents first. When `visit` returns false, the children of the node are
 * skipped.
 * @example
 * ```ts
 * import { parse, walk } from '@tributary/attribution/expression'
 * const kinds: string[] = []
 * walk(parse('[delay] > 15').ast!, (node) => kinds.push(node.kind))
 * kinds // => ['comparison', 'field', 'number']
 * ```
 */
export function walk(ast: Expr, visit: (node: Expr) => unknown): void {
  if (visit(ast) === false) return
  for (const child of listChildren(ast)) walk(child, visit)
}

/**
 * A copy of a tree in which `change` has replaced every node, children first. Unchanged subtrees are shared
 * with the original.
 * @example
 * ```ts
 * import { parse, print, rewrite } from '@tributary/attribution/expression'
 * const ast = parse('[dep_delay] > 15').ast!
 * print(rewrite(ast, (node) => (node.kind === 'field' ? { ...node, name: 'delay' } : node))) // => '[delay] > 15'
 * ```
 */
export function rewrite(ast: Expr, change: (node: Expr) => Expr): Expr {
  const children = listChildren(ast)
  const changed = children.map((child) => rewrite(child, change))
  const same = changed.every((child, index) => child === children[index])
  return change(same ? ast : withChildren(ast, changed))
}

/**
 * The names in a tree with their spans, in text order, each as often as it is written. The value that a `CASE`
 * compares counts once, although the tree repeats it in every condition.
 * @example
 * ```ts
 * import { parse, references } from '@tributary/attribution/expression'
 * references(parse('[delay] > 15').ast!) // => [{ kind: 'field', name: 'delay', span: { start: 0, end: 7 } }]
 * ```
 */
export function references(ast: Expr): readonly (Field | Column)[] {
  const nameNodes = new Set<Field | Column>()
  walk(ast, (node) => {
    if (node.kind === 'field' || node.kind === 'column') nameNodes.add(node)
  })
  return [...nameNodes]
}
