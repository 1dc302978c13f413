import type { MetricDefinition } from '@tributary/catalog'
import { type Draft, toTexts, UNCATEGORIZED } from '../../draft/draft.ts'
import type { Subject } from '../../draft/findings.ts'
import type { DbtMetric } from '../manifest/manifest.ts'
import { importInput } from './import-formula.ts'
import { importSimple } from './import-simple.ts'
import {
  type ImportedMetric,
  type MetricContext,
  type Refusal,
  readConditions,
} from './metric-context.ts'
import { toCumulativePeriod } from './periods.ts'

/** Adds the metric that is accumulated, and its values up to a period. */
export function importCumulative(
  context: MetricContext,
  metric: DbtMetric,
  subject: Subject,
): ImportedMetric | Refusal {
  const period = toCumulativePeriod(metric)
  if ('refused' in period) return period
  const { draft } = context.source
  const name = draft.namesakes.get(metric.name)!
  const { accumulated } = metric
  const base =
    accumulated === null
      ? importSimple(
          context,
          { ...metric, label: null },
          subject,
          draft.names.metrics.take(`${name}_base`),
        )
      : importInput(context, accumulated, metric, subject)
  if ('refused' in base) return base
  const filters =
    accumulated === null ? [] : readConditions(context, metric.filters, base.datasets, subject)
  if ('refused' in filters) return filters
  const isMean = 'take' in period && period.take === 'AVG'
  const takesLast = isMean && !addsUpOverTime(draft, base.name)
  if (takesLast) {
    const message = 'by longer periods the value at their end, not the mean (period_agg)'
    draft.findings.add('NOTE', subject, message)
  }
  const definition: MetricDefinition = {
    ...toTexts(name, metric),
    ...UNCATEGORIZED,
    type: 'DERIVED',
    metric: base.name,
    filters,
    period: takesLast ? { ...period, take: 'LAST' } : period,
  }
  draft.add('metrics', definition, subject)
  return { ...base, name }
}

/** Whether a metric is one aggregate whose values at times follow from those of days. */
function addsUpOverTime(draft: Draft, name: string): boolean {
  const metric = draft.metrics.find((candidate) => candidate.name === name)
  if (metric?.type === 'DERIVED') return addsUpOverTime(draft, metric.metric)
  return metric?.type === 'ATOMIC' && /^(SUM|COUNT|MIN|MAX)$/.test(metric.aggregate)
}
