import { type Expr, rewrite } from '@tributary/expression'

const NOWHERE = { start: 0, end: 0 }

/** A tree with every span set to nothing, so that trees of different texts can be compared. */
export function withoutSpans(ast: Expr): Expr {
  return rewrite(ast, (node) =>
    node.kind === 'call'
      ? { ...node, span: NOWHERE, nameSpan: NOWHERE }
      : { ...node, span: NOWHERE },
  )
}
