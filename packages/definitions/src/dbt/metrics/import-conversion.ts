import type { Subject } from '../../draft/findings.ts'
import type { DbtConversion } from '../manifest/conversion.ts'
import type { DbtMetric } from '../manifest/manifest.ts'
import { addFormula, toMetricField, toQuotient } from './import-formula.ts'
import { addAtomic, findMeasureDataset } from './import-simple.ts'
import {
  findMetric,
  type ImportedMetric,
  type MetricContext,
  type Refusal,
  readConditions,
} from './metric-context.ts'

/** Adds how many later events followed base events, or how many of these for each base event. */
export function importConversion(
  context: MetricContext,
  metric: DbtMetric,
  subject: Subject,
): ImportedMetric | Refusal {
  const { conversion } = metric
  if (conversion === null) return { refused: 'a conversion without "base_measure"' }
  const { base, event, isRate } = conversion
  if (base.filters.length > 0 || event.filters.length > 0) {
    return { refused: 'a conversion with a filter of its events' }
  }
  const baseDataset = findMeasureDataset(context, base.measure)
  if ('refused' in baseDataset) return baseDataset
  const eventDataset = findMeasureDataset(context, event.measure)
  if ('refused' in eventDataset) return eventDataset
  const ends = { base: baseDataset, event: eventDataset }
  const dataset = context.events.findOrAdd(conversion, ends, subject)
  if ('refused' in dataset) return dataset
  const datasets = [baseDataset]
  const conditions = readConditions(context, metric.filters, datasets, subject)
  if ('refused' in conditions) return conditions
  const { names, namesakes } = context.source.draft
  const name = namesakes.get(metric.name)!
  const isPlain = !isRate && conditions.length === 0
  const conversions = addAtomic(context, event, subject, {
    ...(isPlain ? { name, metric } : { name: names.metrics.take(`${name}_conversions`) }),
    dataset: dataset.name,
    filters: ['IsNotNull([metric_time])'],
  })
  if ('refused' in conversions) return conversions
  if (isPlain) return { ...conversions, datasets }
  let tree = toMetricField(conversions)
  if (isRate) {
    const baseEvents = findBaseEvents(context, conversion, name, subject)
    if ('refused' in baseEvents) return baseEvents
    tree = toQuotient(conversions, baseEvents)
  }
  return addFormula(context, metric, { tree, conditions, subject }, { ...conversions, datasets })
}

/** The metric that counts base events; added where the manifest names none. */
function findBaseEvents(
  context: MetricContext,
  { base, baseMetric }: DbtConversion,
  name: string,
  subject: Subject,
): ImportedMetric | Refusal {
  if (baseMetric !== null) return findMetric(context, baseMetric)
  return addAtomic(context, base, subject, {
    name: context.source.draft.names.metrics.take(`${name}_base`),
    filters: [],
  })
}
