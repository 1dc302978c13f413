import type { TypedCall } from '../../tree/typed-expr.ts'

/** Computes a value from the constants of a call once for all rows. */
export function memoizeByCall<T>(make: (call: TypedCall) => T): (call: TypedCall) => T {
  const made = new WeakMap<TypedCall, { readonly value: T }>()
  return (call) => {
    const found = made.get(call) ?? { value: make(call) }
    made.set(call, found)
    return found.value
  }
}
