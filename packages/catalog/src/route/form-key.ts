import type { TypedExpr } from '@tributary/expression'
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
