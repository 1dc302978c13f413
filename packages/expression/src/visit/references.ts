import type { Column } from '../ast/column.ts'
import type { Expr } from '../ast/expr.ts'
import type { Field } from '../ast/field.ts'
import { walk } from './walk.ts'

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
