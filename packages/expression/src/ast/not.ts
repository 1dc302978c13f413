import type { Span } from '../span.ts'
import type { Expr } from './expr.ts'

/** `NOT operand`. */
export interface Not {
  readonly kind: 'not'
  readonly operand: Expr
  readonly span: Span
}
