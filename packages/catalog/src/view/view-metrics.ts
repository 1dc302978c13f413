import type { DatasetDefinition } from '../definitions/dataset.ts'
import { invalidView, metricCycle, unknownName } from '../definitions/errors.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { selectDatasetTime, selectMetricDataset } from '../resolve/catalog/dataset-time.ts'
import { listFieldNames } from '../resolve/names/expression-names.ts'
import { searchNearNames } from '../resolve/names/name-index.ts'
import type { ViewContext, ViewMetric } from './view.ts'

/** The metrics of a view, in the order asked. Throws for none, an unknown one, and one that is listed twice. */
export function viewMetrics(context: ViewContext): readonly ViewMetric[] {
  const { metrics } = context.question
  if (metrics.length === 0) throw invalidView('metrics', 'A view needs at least one metric')
  const listedNames = new Set<string>()
  return metrics.map((entry) => {
    const metric = viewMetric(context, entry)
    if (listedNames.has(metric.name)) {
      throw invalidView(entry.path, `The metric "${metric.name}" is listed twice`)
    }
    listedNames.add(metric.name)
    return metric
  })
}

/** A temporary metric where there is one of that key, else a metric of the catalog. */
export function viewMetric(context: ViewContext, entry: Located): ViewMetric {
  if (context.question.metricDefinitions.has(entry.text)) {
    return { name: entry.text, isTemporary: true, datasets: datasetsOfMetric(context, entry) }
  }
  const { name } = catalogMetric(context, entry)
  return { name, isTemporary: false, datasets: datasetsOfMetric(context, entry) }
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
    const names = searchNearNames(catalog.metrics, question.metricDefinitions.keys())
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

/** The datasets of a metric; those of a temporary metric are the ones of its `refMetric` and its formula. Throws for a cycle. */
export function datasetsOfMetric(
  context: ViewContext,
  metric: Located,
  trail: readonly string[] = [],
): ReadonlySet<DatasetDefinition> {
  const { catalog, question, datasets } = context
  const temporary = question.metricDefinitions.get(metric.text)
  if (temporary === undefined)
    return datasetsBelow(catalog.unrestricted, catalogMetric(context, metric))
  const cachedDatasets = datasets.get(metric.text)
  if (cachedDatasets !== undefined) return cachedDatasets
  const way = [...trail, metric.text]
  if (trail.includes(metric.text)) {
    throw metricCycle(way.slice(trail.indexOf(metric.text)), metric.path)
  }
  const named = temporary.expr == null ? [] : metricsIn(context, temporary.expr)
  const { time } = temporary
  const below = [temporary.refMetric, ...named].flatMap((reference) => {
    return [...datasetsOfMetric(context, reference, way)]
  })
  const metricDatasets = new Set(
    time == null ? below : below.map((dataset) => selectDatasetTime(dataset, time.text) ?? dataset),
  )
  datasets.set(metric.text, metricDatasets)
  return metricDatasets
}

/** The datasets of the measures of a metric of the workspace. */
function datasetsBelow(
  catalog: Catalog,
  rootMetric: MetricDefinition,
): ReadonlySet<DatasetDefinition> {
  const datasets = new Set<DatasetDefinition>()
  const visitedMetrics = new Set([rootMetric])
  for (const metric of visitedMetrics) {
    if (metric.type === 'DERIVED') visitedMetrics.add(catalog.metric(metric.metric))
    else if (metric.dataset !== null) {
      datasets.add(selectMetricDataset(catalog.dataset(metric.dataset), metric))
    } else
      for (const name of listFieldNames(metric.expr ?? '', catalog.workspace.calendar))
        visitedMetrics.add(catalog.metric(name))
  }
  return datasets
}

/** The metrics that a formula names, temporary ones among them. */
function metricsIn(
  { catalog, question }: ViewContext,
  { text, path }: Located,
): readonly Located[] {
  return listFieldNames(text, catalog.workspace.calendar)
    .filter((name) => question.metricDefinitions.has(name) || catalog.metrics.find(name).length > 0)
    .map((name) => ({ text: name, path }))
}
