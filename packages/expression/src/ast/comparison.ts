import type { Span } from '../span.ts'
import type { Expr } from './expr.ts'

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** `left op right`. Comparisons do not chain. */
export interface Comparison {
  readonly kind: 'comparison'
  readonly op: ComparisonOperator
  readonly left: Expr
  readonly right: Expr
  readonly span: Span
}
