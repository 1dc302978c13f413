import { assertNever } from '@tributary/core'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { invalidView, metricCycle, unknownName } from '../definitions/errors.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog.ts'
import { nearAmong } from '../resolve/name-index.ts'
import { namesIn } from '../resolve/names-in.ts'
import type { ViewContext, ViewMetric } from './view.ts'

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

/**
 * A metric of the catalog by any of its names; keys of the view help where it is misspelt. Throws when its
 * name is also a key, since the view would then name the temporary metric.
 */
export function catalogMetric(
  { catalog, question, named }: ViewContext,
  { text, path }: Located,
): MetricDefinition {
  if (catalog.metrics.find(text).length === 0) {
    const names = nearAmong(catalog.metrics, question.metricDefinitions.keys())
    throw unknownName('metric', text, path, names)
  }
  const metric = catalog.metric(text, path)
  if (question.metricDefinitions.has(metric.name)) {
    const reason = `"${text}" means the metric "${metric.name}", which is also the key of a temporary metric; choose another key`
    throw invalidView(path, reason)
  }
  named({ type: 'METRIC', name: metric.name })
  return metric
}

/** The dataset of a metric; that of a temporary metric is the one of its `refMetric`. Throws for a cycle. */
export function datasetOf(
  context: ViewContext,
  metric: Located,
  trail: readonly string[] = [],
): DatasetDefinition {
  const { catalog, question, datasets } = context
  const temporary = question.metricDefinitions.get(metric.text)
  if (temporary === undefined) return datasetBelow(catalog.whole, catalogMetric(context, metric))
  const known = datasets.get(metric.text)
  if (known !== undefined) return known
  const way = [...trail, metric.text]
  if (trail.includes(metric.text)) {
    throw metricCycle(way.slice(trail.indexOf(metric.text)), metric.path)
  }
  for (const named of temporary.expr == null ? [] : temporaryIn(context, temporary.expr)) {
    datasetOf(context, named, way)
  }
  const dataset = datasetOf(context, temporary.refMetric, way)
  datasets.set(metric.text, dataset)
  return dataset
}

/** The dataset of a metric of the workspace; all of its leaves have the same one. */
function datasetBelow(catalog: Catalog, metric: MetricDefinition): DatasetDefinition {
  switch (metric.type) {
    case 'ATOMIC':
      return catalog.dataset(metric.dataset)
    case 'DERIVED':
      return datasetBelow(catalog, catalog.metric(metric.metric))
    case 'COMPOSITE': {
      if (metric.dataset !== null) return catalog.dataset(metric.dataset)
      const [first] = namesIn(metric.expr).filter((name) => name.kind === 'field')
      if (first === undefined) throw new TypeError(`The metric "${metric.name}" names no metric`)
      return datasetBelow(catalog, catalog.metric(first.name))
    }
    default:
      return assertNever(metric)
  }
}

/** The temporary metrics that a formula names. */
function temporaryIn({ question }: ViewContext, { text, path }: Located): readonly Located[] {
  return namesIn(text).flatMap((name) =>
    name.kind === 'field' && question.metricDefinitions.has(name.name)
      ? [{ text: name.name, path }]
      : [],
  )
}
