import { type Expr, rewrite } from '@tributary/expression'

/** An expression with `[column]` for each column of one dataset. */
export function ownColumnsAsFields(tree: Expr, dataset: string): Expr {
  return rewrite(tree, (node) =>
    node.kind === 'column' && node.dataset === dataset
      ? { kind: 'field', name: node.column, span: node.span }
      : node,
  )
}
