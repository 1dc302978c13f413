import type { TypedCall } from '../tree/typed-expr.ts'

/** Computes a value from the constants of a call once for all rows. */
export function memoizeByCall<T>(make: (call: TypedCall) => T): (call: TypedCall) => T {
  const cache = new WeakMap<TypedCall, { readonly value: T }>()
  return (call) => {
    const entry = cache.get(call) ?? { value: make(call) }
    cache.set(call, entry)
    return entry.value
  }
}
