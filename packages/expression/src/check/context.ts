import type { Expr } from '../ast/expr.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Scope } from './scope.ts'
import type { TypedExpr } from './typed-expr.ts'

/** What the checks of one tree share. */
export interface CheckContext {
  readonly scope: Scope
  /** The request's moment, microseconds since 1970-01-01; undefined where there is none. */
  readonly now: bigint | undefined
  complain(diagnostic: Diagnostic): void
  /** The checked form of a node below. */
  check(node: Expr): TypedExpr
}
