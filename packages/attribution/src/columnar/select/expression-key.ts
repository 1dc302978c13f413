import type { TypedExpr } from '@tributary/expression'

/** A text that two expressions share exactly when they are the same. */
export function expressionKey(typed: TypedExpr | null): string {
  return JSON.stringify(typed, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}
