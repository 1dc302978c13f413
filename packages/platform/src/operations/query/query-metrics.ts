import { queryMetrics as queryParts, wireTable } from '@tributary/attribution/internal'
import { type QueryQuestion, queryPlan } from '@tributary/catalog/internal'
import type { MetricQueryData, MetricQueryRequest } from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { QuestionOptions } from '../../model/options.ts'
import { listRowSets, tagAnswer } from '../../requests/answer-tag.ts'
import { assertFits } from '../../requests/assert-fits.ts'
import { assertCount } from '../../requests/read-values.ts'
import { withTimeZone } from '../../requests/with-time-zone.ts'
import { readCallerAttributes } from '../../tenant/membership/caller-attributes.ts'
import type { Session } from '../../tenant/session.ts'
import { toViewQuestion } from '../views/view-question.ts'
import { resolveTimeConstraint } from './resolve-time-constraint.ts'
import { warningData } from './warning-data.ts'
import { withView } from './with-view.ts'

/** The most rows of an answer where the platform has no limit of its own. */
const MOST_ROWS = 10_000

/** The values of metrics by dimensions; of a saved view where the request names one. */
export async function queryMetrics(
  session: Session,
  request: MetricQueryRequest,
  { revalidation, ...options }: QuestionOptions = {},
): Promise<MetricQueryData> {
  const { catalog, clock, maxRows = MOST_ROWS, source } = session
  const { metrics, ...queryFields } = await withView(session, request)
  if (metrics == null || metrics.length === 0) {
    const reason = 'metrics is missing; list at least one metric, or name a saved view in viewName.'
    throw invalidRequestError('metrics', reason)
  }
  const { limit, offset } = queryFields
  if (limit != null) assertCount('limit', limit, maxRows)
  const now = localTime(clock.now(), catalog.workspace.timeZone)
  const question: QueryQuestion = {
    ...toViewQuestion({ ...queryFields, metrics }, now),
    timeConstraint: resolveTimeConstraint(queryFields, {
      now,
      calendar: catalog.workspace.calendar,
    }),
    limit: limit ?? maxRows,
    offset: offset ?? 0,
  }
  assertFits(question, session.questionLimits)
  const work = queryPlan(catalog, question, { user: await readCallerAttributes(session) })
  const { request: planned, columns } = await runInSlices(work, options.signal)
  const parts = await Promise.all(planned.parts.map((part) => withTimeZone(session, part)))
  await tagAnswer(
    session,
    { request, plan: { ...planned, parts, columns }, rows: listRowSets(parts) },
    revalidation,
  )
  const answer = await queryParts(source, { ...planned, parts }, options)
  return {
    columns,
    table: await runInSlices(wireTable(answer.table), options.signal),
    ...(answer.texts.size > 0 && { texts: Object.fromEntries(answer.texts) }),
    total: answer.total,
    warnings: answer.warnings.map(warningData),
  }
}
