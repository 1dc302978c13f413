import type { Span } from '../span.ts'
import type { Expr } from './expr.ts'

/** `Name(argument, …)`; `name` as written, `nameSpan` covers it alone. */
export interface Call {
  readonly kind: 'call'
  readonly name: string
  readonly nameSpan: Span
  readonly args: readonly Expr[]
  readonly span: Span
}
