import { applyFix } from '../diagnostics/apply-fix.ts'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import type { Attempt } from './parse.ts'

/** Longer texts get no fixes: every fix is tried by parsing again. */
const LONGEST_TRIED = 4096

/** The diagnostics with only those fixes that lead further: to a later stage, or to fewer errors at the same one. */
export function keepWorkingFixes(
  text: string,
  diagnostics: readonly Diagnostic[],
  parsing: { readonly before: Attempt; readonly retry: (mended: string) => Attempt },
): readonly Diagnostic[] {
  const works = (fix: Fix): boolean =>
    text.length <= LONGEST_TRIED && isFurther(parsing.retry(applyFix(text, fix)), parsing.before)
  return diagnostics.map((one) => {
    const { fixes, ...rest } = one
    if (fixes === undefined || one.severity === 'warning') return one
    const working = fixes.filter(works)
    return working.length > 0 ? { ...rest, fixes: working } : rest
  })
}

function isFurther(after: Attempt, before: Attempt): boolean {
  if (after.stage !== before.stage) return after.stage > before.stage
  return errorCount(after) < errorCount(before)
}

function errorCount(attempt: Attempt): number {
  return attempt.diagnostics.filter((one) => one.severity === 'error').length
}
