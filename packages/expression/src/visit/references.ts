import type { Column } from '../ast/column.ts'
import type { Expr } from '../ast/expr.ts'
import type { Field } from '../ast/field.ts'
import { walk } from './walk.ts'

/** Every name that a tree uses, as written, in text order, repeated as often as it stands there. */
export function references(ast: Expr): readonly (Field | Column)[] {
  const found: (Field | Column)[] = []
  walk(ast, (node) => {
    if (node.kind === 'field' || node.kind === 'column') found.push(node)
  })
  return found
}
