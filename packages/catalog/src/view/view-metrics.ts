import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import { invalidView, metricCycle, unknownName } from '../errors.ts'
import { namesIn } from '../lineage-edges/names-in.ts'
import type { Located } from '../resolve/located.ts'
import { nearAmong } from '../resolve/name-index.ts'
import { resolveMetric } from '../resolve/resolve-metric.ts'
import type { ViewContext, ViewMetric } from './view-context.ts'

/** The metrics of a view, in the order asked. Throws for none, an unknown one, and one that is listed twice. */
export function viewMetrics(context: ViewContext): readonly ViewMetric[] {
  const { metrics } = context.question
  if (metrics.length === 0) throw invalidView('metrics', 'A view needs at least one metric')
  const seen = new Set<string>()
  return metrics.map((entry) => {
    const metric = viewMetric(context, entry)
    if (seen.has(metric.name)) {
      throw invalidView(entry.path, `The metric "${metric.name}" is listed twice`)
    }
    seen.add(metric.name)
    return metric
  })
}

/** A temporary metric where there is one of that key, else a metric of the catalog. */
export function viewMetric(context: ViewContext, entry: Located): ViewMetric {
  if (context.question.metricDefinitions.has(entry.text)) {
    return { name: entry.text, isTemporary: true, dataset: datasetOf(context, entry) }
  }
  const { name } = catalogMetric(context, entry)
  return { name, isTemporary: false, dataset: datasetOf(context, entry) }
}

/** A metric of the catalog by any of its names; keys of the view help where it is misspelt. */
export function catalogMetric(
  { catalog, question, named }: ViewContext,
  { text, path }: Located,
): MetricDefinition {
  if (catalog.metrics.find(text).length === 0) {
    const names = nearAmong(catalog.metrics, question.metricDefinitions.keys())
    throw unknownName('metric', text, path, names)
  }
  const metric = catalog.metric(text, path)
  named({ type: 'METRIC', name: metric.name })
  return metric
}

/** The dataset below a metric; a temporary one stands where its `refMetric` does. Throws for a circle. */
export function datasetOf(
  context: ViewContext,
  metric: Located,
  trail: readonly string[] = [],
): DatasetDefinition {
  const { catalog, question } = context
  const temporary = question.metricDefinitions.get(metric.text)
  if (temporary === undefined) {
    const { name } = catalogMetric(context, metric)
    return resolveMetric(catalog, { text: name, path: metric.path }, { now: question.now }).dataset
  }
  const way = [...trail, metric.text]
  if (trail.includes(metric.text)) {
    throw metricCycle(way.slice(trail.indexOf(metric.text)), metric.path)
  }
  for (const { text, path } of temporary.expr == null ? [] : temporaryIn(context, temporary.expr)) {
    datasetOf(context, { text, path }, way)
  }
  return datasetOf(context, temporary.refMetric, way)
}

/** The temporary metrics that a formula names. */
function temporaryIn({ question }: ViewContext, { text, path }: Located): readonly Located[] {
  return namesIn(text).flatMap((name) =>
    name.kind === 'field' && question.metricDefinitions.has(name.name)
      ? [{ text: name.name, path }]
      : [],
  )
}
