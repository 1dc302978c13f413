import type { TypedExpr } from '@tributary/expression'
import { listTypedChildren, withTypedChildren } from '@tributary/expression/internal'
import { toIdentity } from '../resolve/rows/conjunction.ts'

const keys = new WeakMap<TypedExpr, string>()

/** A text that is equal for two expressions exactly when they are the same tree; computed once for each object. */
export function toFormKey(typed: TypedExpr): string {
  const cachedKey = keys.get(typed)
  if (cachedKey !== undefined) return cachedKey
  const key = toIdentity(typed)
  keys.set(typed, key)
  return key
}

/** A checked node whose direct children are replaced; the same object when none is another one. */
export function mapChildren(typed: TypedExpr, change: (child: TypedExpr) => TypedExpr): TypedExpr {
  const children = listTypedChildren(typed)
  const mapped = children.map(change)
  const isSame = mapped.every((child, index) => child === children[index])
  return isSame ? typed : withTypedChildren(typed, mapped)
}
