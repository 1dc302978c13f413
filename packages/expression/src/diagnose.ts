import { type CheckOptions, type CheckResult, check } from './check/check.ts'
import type { Scope } from './check/scope.ts'
import { keepWorkingFixes } from './diagnostics/working-fixes.ts'
import { parse } from './syntax/parse.ts'

/**
 * Parses and checks in one step, and tries every fix: those are kept that remove their diagnostic and add
 * none. Never throws for what a user wrote.
 */
export function diagnose(text: string, scope: Scope, options: CheckOptions = {}): CheckResult {
  const result = parseAndCheck(text, scope, options)
  const retry = (mended: string) => parseAndCheck(mended, scope, options).diagnostics
  return { ...result, diagnostics: keepWorkingFixes(text, result.diagnostics, retry) }
}

function parseAndCheck(text: string, scope: Scope, options: CheckOptions): CheckResult {
  const { ast, diagnostics } = parse(text)
  if (ast === null) return { typed: null, diagnostics }
  const checked = check(ast, scope, options)
  return { typed: checked.typed, diagnostics: [...diagnostics, ...checked.diagnostics] }
}
