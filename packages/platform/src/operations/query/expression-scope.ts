import {
  type ExpressionContext,
  expressionScope as resolveScope,
  scopeContents,
} from '@tributary/catalog/internal'
import type { ExpressionScopeData, ExpressionScopeQuery } from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import { localTime } from '@tributary/expression/internal'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'

/** The most fields and the most columns that are listed. */
const MOST_NAMES = 1_000

/** The names that an expression in a question about a metric may use, as far as the caller may use them. */
export async function expressionScope(
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

/** The place of an expression: the metric that it belongs to, and the names that it may use there. */
interface ExpressionPlace extends ReturnType<typeof resolveScope> {
  readonly metric: string
  readonly now: bigint
}

/** Finds the place of an expression. Throws for a metric that the caller may not use. */
export function resolveExpressionPlace(
  { catalog, clock }: Session,
  { metric: text, context }: { readonly metric: string; readonly context: ExpressionContext },
): ExpressionPlace {
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const metric = catalog.metric(text, 'metric')
  return { metric: metric.name, now, ...resolveScope(catalog, metric, { context, now }) }
}
