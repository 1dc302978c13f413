import type { Span } from '../span.ts'
import type { Expr } from './expr.ts'

/** `-operand`. */
export interface Negate {
  readonly kind: 'negate'
  readonly operand: Expr
  readonly span: Span
}
