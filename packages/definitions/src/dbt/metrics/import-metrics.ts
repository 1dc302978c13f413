import type { Subject } from '../../draft/findings.ts'
import type { DatasetSource, ModelDatasets } from '../datasets/datasets.ts'
import type { Elements } from '../datasets/elements.ts'
import type { DbtMetric, DbtSavedQuery } from '../manifest/manifest.ts'
import { findFilterMetrics } from '../manifest/template.ts'
import { importConversion } from './import-conversion.ts'
import { importCumulative } from './import-cumulative.ts'
import { importFormula } from './import-formula.ts'
import { importSimple } from './import-simple.ts'
import {
  createMetricContext,
  type ImportedMetric,
  type MetricContext,
  type Refusal,
} from './metric-context.ts'
import { orderMetrics } from './metric-order.ts'

/** Adds the metrics of a manifest to the draft; the findings name those that are left out, and why. */
export function importMetrics(
  source: DatasetSource,
  model: { readonly datasets: ModelDatasets; readonly elements: Elements },
): void {
  const context = createMetricContext(source, model)
  const { findings } = source.draft
  for (const metric of orderMetrics(source.manifest)) {
    const subject: Subject = { kind: 'metric', name: metric.name, at: metric.at }
    const imported = importMetric(context, metric, subject)
    if ('refused' in imported) {
      findings.add('LEFT_OUT', subject, imported.refused, imported.causedBy)
      continue
    }
    context.imported.set(metric.name, imported)
    const { insteadOfNull, measure } = metric
    if (insteadOfNull !== null && insteadOfNull !== 0) {
      const message = `0 in place of ${insteadOfNull} where it has no rows (fill_nulls_with)`
      findings.add('NOTE', subject, message)
    }
    if (measure?.isApproximate === true) {
      findings.add('NOTE', subject, 'computed exactly, not approximately')
    }
  }
  for (const query of source.manifest.savedQueries) addConditionDimensions(context, query)
}

function importMetric(
  context: MetricContext,
  metric: DbtMetric,
  subject: Subject,
): ImportedMetric | Refusal {
  switch (metric.type) {
    case 'simple':
      return importSimple(
        context,
        metric,
        subject,
        context.source.draft.namesakes.get(metric.name)!,
      )
    case 'cumulative':
      return importCumulative(context, metric, subject)
    case 'conversion':
      return importConversion(context, metric, subject)
    default:
      return importFormula(context, metric, subject)
  }
}

/** Reads the conditions on metrics of a saved query, which adds the dimensions that they need. */
function addConditionDimensions(
  { imported, filters }: MetricContext,
  { name, at, metrics, where }: DbtSavedQuery,
): void {
  for (const template of where) {
    const conditionMetrics = findFilterMetrics([template])
    if (conditionMetrics.length === 0) continue
    const queriedMetrics = metrics.length === 0 ? conditionMetrics : metrics
    const datasets = new Set(
      queriedMetrics.flatMap((metric) => imported.get(metric)?.datasets ?? []),
    )
    filters.read(template, [...datasets], { kind: 'saved query', name, at })
  }
}
