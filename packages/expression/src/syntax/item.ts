import type { IToken } from 'chevrotain'
import type { Expr } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'

/** A value already parsed; `span` includes parentheses around it, which its own span does not. */
export interface Piece {
  readonly expr: Expr
  readonly span: Span
  /** Of what stands in parentheses. */
  readonly list?: List
}

/** What stands in parentheses behind its first value, which only the list of an `IN` has. */
export interface List {
  /** The first comma; null where there is none. */
  readonly comma: IToken | null
  readonly others: Expr[]
}

/** A list of one value. */
export const NO_OTHERS: List = { comma: null, others: [] }

/** A step of a flat row: an operator or a value. */
export type Item = IToken | Piece

/** Whether a step is a value. */
export function isPiece(item: Item | undefined): item is Piece {
  return item !== undefined && (item as Partial<Piece>).expr !== undefined
}
