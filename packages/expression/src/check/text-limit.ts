import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import { countBuilt, MAX_BUILT, USUAL_CELL } from '../functions/text/text-size.ts'
import type { Span } from '../tree/span.ts'
import type { TypedExpr } from '../tree/typed-expr.ts'

/** The report that a tree builds too much text for a row; null when it does not. */
export function reportTooMuchText(typed: TypedExpr, span: Span): Diagnostic | null {
  const built = countBuilt(typed)
  if (built <= MAX_BUILT) return null
  const params = { found: Math.ceil(built), cell: USUAL_CELL, limit: MAX_BUILT }
  return report('EXP5007', { span, params })
}
