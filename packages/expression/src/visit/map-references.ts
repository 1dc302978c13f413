import type { TypedExpr, TypedReference } from '../check/typed-expr.ts'
import { typedChildrenOf, withTypedChildren } from './typed-children.ts'

/** A checked tree in which every reference is replaced. The replacement must be of the same type. */
export function mapReferences(
  typed: TypedExpr,
  map: (reference: TypedReference) => TypedExpr,
): TypedExpr {
  if (typed.kind === 'reference') return map(typed)
  const children = typedChildrenOf(typed)
  const mapped = children.map((child) => mapReferences(child, map))
  const same = mapped.every((child, index) => child === children[index])
  return same ? typed : withTypedChildren(typed, mapped)
}
