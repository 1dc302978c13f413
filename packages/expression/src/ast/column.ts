import type { Span } from '../span.ts'

/** `['dataset'/'column']`. */
export interface Column {
  readonly kind: 'column'
  readonly dataset: string
  readonly column: string
  readonly span: Span
}
