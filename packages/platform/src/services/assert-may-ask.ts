import type { AttributionQuestion } from '@tributary/catalog'
import { namedInQuestion, resolveMetric } from '@tributary/catalog/internal'
import type { Session } from '../session.ts'

/**
 * Throws `ACCESS_FORBIDDEN` when the caller may not use something that the question names. What a metric is
 * built from needs no right; to see the SQL (`explained`) shows it, and needs the right to its dataset.
 */
export function assertMayAsk(
  { access, catalog }: Pick<Session, 'access' | 'catalog'>,
  question: AttributionQuestion,
  explained: boolean,
): void {
  if (access.usesEverything) return
  for (const resource of namedInQuestion(catalog, question)) access.require('USE', resource)
  if (!explained) return
  const { metricDefinitions: temporaryMetrics, now } = question
  const { dataset } = resolveMetric(catalog, question.metric, { temporaryMetrics, now })
  access.require('USE', { type: 'DATASET', name: dataset.name })
}
