/** A text that two plain values have in common exactly when they are equal in structure. */
export function identityOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { bigint: part.toString() } : part,
  )
}
