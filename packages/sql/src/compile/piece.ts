import type { SqlText } from '../text/sql-text.ts'

/** How tightly an operator binds. */
export const LEVELS = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  sum: 5,
  product: 6,
  sign: 7,
  primary: 8,
} as const

/** SQL, and how tightly its outermost operator binds. */
export interface Piece {
  readonly text: SqlText
  readonly level: number
}
