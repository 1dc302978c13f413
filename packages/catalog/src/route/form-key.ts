import type { TypedExpr } from '@tributary/expression'
import { typedChildrenOf, withTypedChildren } from '@tributary/expression/internal'
import { identityOf } from '../resolve/conjunction.ts'

const keys = new WeakMap<TypedExpr, string>()

/** A text that is equal for two expressions exactly when they are the same tree; computed once for each object. */
export function formKey(typed: TypedExpr): string {
  const known = keys.get(typed)
  if (known !== undefined) return known
  const key = identityOf(typed)
  keys.set(typed, key)
  return key
}

/** A checked node whose direct children are replaced; the same object when none is another one. */
export function mapChildren(typed: TypedExpr, change: (child: TypedExpr) => TypedExpr): TypedExpr {
  const children = typedChildrenOf(typed)
  const mapped = children.map(change)
  const isSame = mapped.every((child, index) => child === children[index])
  return isSame ? typed : withTypedChildren(typed, mapped)
}
