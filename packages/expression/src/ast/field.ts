import type { Span } from '../span.ts'

/** `[name]`: a dimension, metric or column, by name, code or display name, as the scope says. */
export interface Field {
  readonly kind: 'field'
  readonly name: string
  readonly span: Span
}
