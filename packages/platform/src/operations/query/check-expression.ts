import type { ExpressionCheckData, ExpressionCheckRequest } from '@tributary/contract'
import {
  type Diagnostic,
  diagnose,
  findConditionIntervals,
  parse,
  print,
  type TypedExpr,
  toText,
} from '@tributary/expression'
import { DAY, END_OF_TIME } from '@tributary/expression/internal'
import type { Session } from '../../tenant/session.ts'
import { resolveExpressionPlace } from './expression-scope.ts'

/** The mistakes in an expression of a question about a metric, its canonical form, and the time range that it selects. */
export function checkExpression(
  session: Session,
  { text, ...place }: ExpressionCheckRequest,
): ExpressionCheckData {
  const { scope, expect, now } = resolveExpressionPlace(session, place)
  const { typed, diagnostics } = diagnose(text, scope, { expect, now })
  return {
    diagnostics: diagnostics.map(diagnosticData),
    canonical: typed === null ? null : print(parse(text).ast!),
    range: typed === null || place.context !== 'time' ? null : findConditionRange(typed),
  }
}

function diagnosticData(diagnostic: Diagnostic): ExpressionCheckData['diagnostics'][number] {
  const { code, name, severity, message, span, labels = [], expected = [], fixes = [] } = diagnostic
  return { code, name, severity, message, span, labels, expected, fixes }
}

/** The one interval in which a condition on the time is TRUE. */
function findConditionRange(condition: TypedExpr): ExpressionCheckData['range'] {
  const [only, ...furtherIntervals] = findConditionIntervals(condition, () => true) ?? []
  if (only === undefined || furtherIntervals.length > 0) return null
  const { from, to } = only
  if (from !== null && from >= END_OF_TIME) return null
  return { from: momentText(from), to: to !== null && to >= END_OF_TIME ? null : momentText(to) }
}

function momentText(time: bigint | null): string | null {
  if (time === null) return null
  return time % DAY === 0n ? toText(time / DAY, 'DATE') : toText(time, 'TIMESTAMP')
}
