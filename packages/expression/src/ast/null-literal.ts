import type { Span } from '../span.ts'

/** `NULL`. */
export interface NullLiteral {
  readonly kind: 'null'
  readonly span: Span
}
