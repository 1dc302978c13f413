import { keepWorkingFixes } from '../diagnostics/working-fixes.ts'
import { expressionError } from '../errors.ts'
import { parse } from '../syntax/parse.ts'
import type { TypedExpr } from '../tree/typed-expr.ts'
import { type CheckOptions, type CheckResult, check } from './check.ts'
import type { Scope } from './scope.ts'

/** Options of {@link compile}. */
export interface CompileOptions extends CheckOptions {
  /** Where the text comes from, for error messages: `filters[2]`. */
  readonly path: string
}

/**
 * Parses and checks a text. Throws an {@link ExpressionError} with all diagnostics when it has an error.
 * @example
 * ```ts
 * import { compile, evaluate, type Scope } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: () => ({ found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }),
 *   names: () => ['delay'],
 * }
 * const isLate = compile('[delay] > 15', scope, { path: 'filter', expect: 'BOOLEAN' })
 * evaluate(isLate, () => 20n) // => true
 * ```
 */
export function compile(text: string, scope: Scope, options: CompileOptions): TypedExpr {
  const { typed, diagnostics } = diagnose(text, scope, options)
  if (typed === null) throw expressionError(options.path, text, diagnostics)
  return typed
}

/**
 * Parses and checks a text. Mistakes are returned as diagnostics and never thrown; their fixes have been
 * tried, and each removes its diagnostic and adds none.
 * @example
 * ```ts
 * import { applyFix, diagnose, type Scope } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: (name) =>
 *     name.kind === 'field' && name.name === 'delay'
 *       ? { found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }
 *       : { problem: { kind: 'unknown' } },
 *   names: () => ['delay'],
 * }
 * const text = '[dealy] > 15'
 * const [diagnostic] = diagnose(text, scope).diagnostics
 * applyFix(text, diagnostic!.fixes![0]!) // => '[delay] > 15'
 * ```
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
