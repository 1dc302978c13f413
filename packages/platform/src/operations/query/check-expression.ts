import { type ExpressionContext, expressionScope, scopeContents } from '@tributary/catalog/internal'
import type {
  ExpressionCheckData,
  ExpressionCheckRequest,
  ExpressionScopeData,
  ExpressionScopeQuery,
} from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import {
  type Diagnostic,
  diagnose,
  findConditionIntervals,
  parse,
  print,
  type TypedExpr,
  toText,
} from '@tributary/expression'
import { DAY, END_OF_TIME, localTime } from '@tributary/expression/internal'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'

/** The most fields and the most columns that are listed. */
const MOST_NAMES = 1_000

/** What an expression of a question about a metric may name, as far as the caller may use it. */
export async function describeExpressionScope(
  session: Session,
  query: ExpressionScopeQuery,
  { signal }: CallOptions = {},
): Promise<ExpressionScopeData> {
  const { metric, scope, expect } = resolveExpressionPlace(session, query)
  const contents = await runInSlices(scopeContents(scope, MOST_NAMES), signal)
  return {
    metric,
    context: query.context,
    expects: expect,
    ...contents,
    columns: contents.columns.map(({ dataset, column }) => ({ dataset, column })),
  }
}

/** What is wrong with an expression of a question about a metric, its canonical form, and the time range that it is. */
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

function resolveExpressionPlace(
  { catalog, clock }: Session,
  { metric: text, context }: { readonly metric: string; readonly context: ExpressionContext },
) {
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const metric = catalog.metric(text, 'metric')
  return { metric: metric.name, now, ...expressionScope(catalog, metric, { context, now }) }
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
