import type { CheckOptions } from './check/check.ts'
import type { Scope } from './check/scope.ts'
import type { TypedExpr } from './check/typed-expr.ts'
import { diagnose } from './diagnose.ts'
import { expressionError } from './errors.ts'

/** Options of {@link compile}. */
export interface CompileOptions extends CheckOptions {
  /** Where the text comes from, for the message: `filters[2]`. */
  readonly path: string
}

/** Parses and checks in one step. Throws {@link ExpressionError} with all diagnostics when the text has an error. */
export function compile(text: string, scope: Scope, options: CompileOptions): TypedExpr {
  const { typed, diagnostics } = diagnose(text, scope, options)
  if (typed === null) throw expressionError(options.path, text, diagnostics)
  return typed
}
