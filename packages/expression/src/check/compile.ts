import { keepWorkingFixes } from '../diagnostics/working-fixes.ts'
import { expressionError } from '../errors.ts'
import { parse } from '../syntax/parse.ts'
import type { TypedExpr } from '../tree/typed-expr.ts'
import { type CheckOptions, type CheckResult, check } from './check.ts'
import type { Scope } from './scope.ts'

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

/**
 * Parses and checks in one step, and tries every fix: those are kept that remove their diagnostic and add
 * none. Never throws for what a user wrote.
 */
export function diagnose(text: string, scope: Scope, options: CheckOptions = {}): CheckResult {
  const result = parseAndCheck(text, scope, options)
  const retry = (fixed: string) => parseAndCheck(fixed, scope, options).diagnostics
  return { ...result, diagnostics: keepWorkingFixes(text, result.diagnostics, retry) }
}

function parseAndCheck(text: string, scope: Scope, options: CheckOptions): CheckResult {
  const { ast, diagnostics } = parse(text)
  if (ast === null) return { typed: null, diagnostics }
  const checked = check(ast, scope, options)
  return { typed: checked.typed, diagnostics: [...diagnostics, ...checked.diagnostics] }
}
