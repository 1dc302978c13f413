import type { WorkCalendar } from '../time/work-calendar.ts'
import type { Column, Field } from '../tree/expr.ts'
import type { TypedExpr } from '../tree/typed-expr.ts'

/** The result of {@link Scope.resolve}: the meaning of a name, or why it cannot be used. */
export type Resolution = { readonly found: TypedExpr } | { readonly problem: NameProblem }

/** Why a name does not resolve. For an `unknown` name, near names of {@link Scope.names} are suggested. */
export interface NameProblem {
  /** `unknown`: there is no such name; `ambiguous`: there are several; `misplaced`: the name cannot be used here. */
  readonly kind: 'unknown' | 'ambiguous' | 'misplaced'
  /** The message; required unless `kind` is `unknown`. */
  readonly message?: string
}

/** The names that an expression may use. */
export interface Scope {
  /**
   * Resolves a name exactly as written: to a reference, or to the checked tree of a calculated name. For an
   * unknown name with a grain suffix (`metric_time__month`) the checker asks again without the suffix.
   */
  resolve(name: Field | Column): Resolution
  /** The names that can be used as `[name]`, for suggestions and completion. */
  names(): Iterable<string>
  /** The columns that can be used as `['dataset'/'column']`, for completion. */
  columns?(): Iterable<Pick<Column, 'dataset' | 'column'>>
  /** Describes a name for editors, besides its type; null without a description. */
  describe?(name: Field | Column): NameDescription | null
  /** The start of weeks and fiscal years. @defaultValue weeks start on Monday, and there are no fiscal years */
  readonly calendar?: WorkCalendar
}

/** A description of a name for editors. */
export interface NameDescription {
  /** One sentence for a person. */
  readonly description?: string
  /** Known values of the name, the most frequent first. */
  readonly values?: readonly KnownValue[]
}

/** A known value of a name. */
export interface KnownValue {
  readonly value: string
  /** The meaning of the value, for people. */
  readonly description?: string
}
