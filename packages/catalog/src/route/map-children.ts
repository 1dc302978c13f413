import { type TypedExpr, typedChildrenOf, withTypedChildren } from '@tributary/expression'

/** A checked node whose direct children are replaced; the same object when none is another one. */
export function mapChildren(typed: TypedExpr, change: (child: TypedExpr) => TypedExpr): TypedExpr {
  const children = typedChildrenOf(typed)
  const mapped = children.map(change)
  const isSame = mapped.every((child, index) => child === children[index])
  return isSame ? typed : withTypedChildren(typed, mapped)
}
