import type { Span } from '../span.ts'

/** `"text"`; `value` is without quotes and escapes. */
export interface StringLiteral {
  readonly kind: 'string'
  readonly value: string
  readonly span: Span
}
