import type { Span } from '../span.ts'
import type { Expr } from './expr.ts'

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

/** `left op right`. Division by zero is NULL, on every back end. */
export interface Arithmetic {
  readonly kind: 'arithmetic'
  readonly op: ArithmeticOperator
  readonly left: Expr
  readonly right: Expr
  readonly span: Span
}
