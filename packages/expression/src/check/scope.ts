import type { Column, Field } from '../tree/expr.ts'
import type { TypedExpr } from '../tree/typed-expr.ts'

/** What a scope says of a name: its meaning, or why it may not stand here. */
export type Resolution = { readonly found: TypedExpr } | { readonly problem: NameProblem }

/** Why a name does not resolve. `unknown` names get near names of {@link Scope.names} as a suggestion. */
export interface NameProblem {
  /** `unknown`: nothing has that name; `ambiguous`: two things have; `misplaced`: it exists, but not for here. */
  readonly kind: 'unknown' | 'ambiguous' | 'misplaced'
  /** One sentence for a person, needed unless `kind` is `unknown`. */
  readonly message?: string
}

/** The names that an expression may use. The catalog makes one per context. */
export interface Scope {
  /**
   * The meaning of a name exactly as written. A calculated name answers its own checked tree. For a name
   * that is unknown and ends in a grain (`metric_time__month`) the checker asks again without the suffix.
   */
  resolve(name: Field | Column): Resolution
  /** Every name that could stand in `[…]`, for suggestions. */
  names(): Iterable<string>
  /** Every column that could stand as `['dataset'/'column']`, for completion. */
  columns?(): Iterable<Pick<Column, 'dataset' | 'column'>>
  /** What an editor may show of a name beside its type; null when there is nothing to tell. */
  describe?(name: Field | Column): NameDescription | null
}

/** What {@link Scope.describe} tells of a name. */
export interface NameDescription {
  /** One sentence for a person. */
  readonly description?: string
  /** The texts that it may have, where they are known, the most likely first. */
  readonly values?: readonly KnownValue[]
}

/** A text that a name may have. */
export interface KnownValue {
  readonly value: string
  /** What it stands for, for a person. */
  readonly description?: string
}
