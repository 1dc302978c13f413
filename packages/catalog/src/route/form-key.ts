import type { TypedExpr } from '@tributary/expression'
import { identityOf } from '../resolve/identity-of.ts'

const keys = new WeakMap<TypedExpr, string>()

/** A text that two expressions have in common exactly when they are the same tree; worked out once for each object. */
export function formKey(typed: TypedExpr): string {
  const known = keys.get(typed)
  if (known !== undefined) return known
  const key = identityOf(typed)
  keys.set(typed, key)
  return key
}
