/** Ends a switch over a closed union: the compiler rejects the call while a case is missing. */
export function assertNever(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`)
}
