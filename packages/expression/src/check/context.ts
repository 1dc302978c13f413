import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expr } from '../tree/expr.ts'
import type { TypedExpr } from '../tree/typed-expr.ts'
import type { Scope } from './scope.ts'

/** Whether an expression has a value for each row, or one for all rows together. */
export type Level = 'row' | 'metric'

/** What the checks of one tree share. */
export interface CheckContext {
  readonly scope: Scope
  /** The request's moment, microseconds since 1970-01-01; undefined where there is none. */
  readonly now: bigint | undefined
  readonly level: Level
  /** The aggregate whose arguments are being checked; null outside of all. */
  readonly aggregate: string | null
  complain(diagnostic: Diagnostic): void
  /** The checked form of a node below. */
  check(node: Expr): TypedExpr
  /** The context of the arguments of an aggregate. */
  within(aggregate: string): CheckContext
}
