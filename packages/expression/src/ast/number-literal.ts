import type { Span } from '../span.ts'

/** `12` or `0.50`; `raw` is the number as written, so that no digit is lost. */
export interface NumberLiteral {
  readonly kind: 'number'
  readonly raw: string
  readonly span: Span
}
