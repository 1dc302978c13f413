import type { Span } from '@tributary/expression'

/** A part of a name: `a` or `"a"` of `a."b"`. */
export interface NamePart {
  readonly text: string
  readonly quoted: boolean
}

/** The syntax tree of an expression of SQL. */
export type SqlNode = {
  readonly span: Span
  /** Whether it stands in parentheses. */
  readonly isGrouped?: true
} & SqlForm

/** The forms of {@link SqlNode}. */
export type SqlForm =
  | { readonly kind: 'number'; readonly raw: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'constant'; readonly value: boolean | null }
  | { readonly kind: 'name'; readonly parts: readonly NamePart[] }
  | { readonly kind: 'star' }
  | SqlCall
  | {
      readonly kind: 'binary'
      readonly op: string
      readonly left: SqlNode
      readonly right: SqlNode
    }
  | { readonly kind: 'unary'; readonly op: 'NOT' | '-' | '+'; readonly operand: SqlNode }
  | { readonly kind: 'is'; readonly not: boolean; readonly what: string; readonly operand: SqlNode }
  | SqlMembership
  | SqlBetween
  | SqlLike
  | SqlCase
  | SqlCast
  | { readonly kind: 'interval'; readonly count: SqlNode; readonly unit: string }

/** `NAME(…)`, with what may stand in and after the parentheses. */
export interface SqlCall {
  readonly kind: 'call'
  /** In upper case. */
  readonly name: string
  readonly nameSpan: Span
  readonly args: readonly SqlNode[]
  readonly distinct: boolean
  /** Of `FILTER (WHERE …)`. */
  readonly filter: SqlNode | null
  /** Of `WITHIN GROUP (ORDER BY …)`. */
  readonly within: { readonly by: SqlNode; readonly descending: boolean } | null
}

/** `x [NOT] IN (…)`. */
export interface SqlMembership {
  readonly kind: 'in'
  readonly not: boolean
  readonly operand: SqlNode
  readonly list: readonly SqlNode[]
}

/** `x [NOT] BETWEEN a AND b`. */
export interface SqlBetween {
  readonly kind: 'between'
  readonly not: boolean
  readonly operand: SqlNode
  readonly low: SqlNode
  readonly high: SqlNode
}

/** `x [NOT] LIKE y [ESCAPE z]`. */
export interface SqlLike {
  readonly kind: 'like'
  readonly not: boolean
  readonly op: 'LIKE' | 'ILIKE' | 'REGEXP'
  readonly operand: SqlNode
  readonly pattern: SqlNode
  readonly escapedBy: SqlNode | null
}

/** `CASE [x] WHEN … THEN … [ELSE …] END`. */
export interface SqlCase {
  readonly kind: 'case'
  readonly operand: SqlNode | null
  readonly whens: readonly { readonly when: SqlNode; readonly result: SqlNode }[]
  readonly otherwise: SqlNode | null
}

/** `CAST(x AS t)`, `x::t` and `DATE '…'`. */
export interface SqlCast {
  readonly kind: 'cast'
  readonly operand: SqlNode
  /** In upper case, `DOUBLE PRECISION`. */
  readonly type: string
  readonly params: readonly number[]
  readonly isTry: boolean
}
