import type { IToken } from 'chevrotain'
import type { Expr } from '../ast/expr.ts'
import type { Span } from '../span.ts'

/** A value already parsed; `span` includes parentheses around it, which its own span does not. */
export interface Piece {
  readonly expr: Expr
  readonly span: Span
}

/** A step of a flat row: an operator or a value. */
export type Item = IToken | Piece

/** Whether a step is a value. */
export function isPiece(item: Item | undefined): item is Piece {
  return item !== undefined && 'expr' in item
}
