import type { Span } from '../span.ts'

/** `TRUE` or `FALSE`. */
export interface BooleanLiteral {
  readonly kind: 'boolean'
  readonly value: boolean
  readonly span: Span
}
