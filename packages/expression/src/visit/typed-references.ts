import type { TypedExpr, TypedReference } from '../check/typed-expr.ts'
import { typedChildrenOf } from './typed-children.ts'

/** Every reference of a checked tree, in text order, repeated as often as it stands there. */
export function typedReferences(typed: TypedExpr): readonly TypedReference[] {
  if (typed.kind === 'reference') return [typed]
  return typedChildrenOf(typed).flatMap(typedReferences)
}
