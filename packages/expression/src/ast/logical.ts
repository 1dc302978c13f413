import type { Span } from '../span.ts'
import type { Expr } from './expr.ts'

/** `a AND b AND c`, flat: an operand is never a logical of the same operator. Two operands or more. */
export interface Logical {
  readonly kind: 'logical'
  readonly op: 'AND' | 'OR'
  readonly operands: readonly Expr[]
  readonly span: Span
}
