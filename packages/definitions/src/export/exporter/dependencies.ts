import type { Catalog, DatasetDefinition, MetricDefinition } from '@tributary/catalog'
import { findPathEnd, meaningIn } from '@tributary/catalog/internal'
import { parse, references } from '@tributary/expression'

/** The datasets, dimensions and metrics that a definition names, `metrics/revenue`, and those that they name. */
export function findDependencies(key: string, catalog: Catalog): readonly string[] {
  const visited = new Set<string>()
  const waiting: Dependency[] = [{ key, filters: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const id = JSON.stringify([next.key, next.filters])
    if (visited.has(id)) continue
    visited.add(id)
    waiting.push(...listDefinitionInputs(next, catalog))
  }
  const keys = Array.from(visited, (id) => (JSON.parse(id) as readonly [string])[0])
  return [...new Set(keys)].filter((candidate) => candidate !== key).toSorted()
}

/** A definition, and the conditions that others give it. */
interface Dependency {
  readonly key: string
  readonly filters: readonly string[]
}

function listDefinitionInputs(
  { key, filters }: Dependency,
  catalog: Catalog,
): readonly Dependency[] {
  const [list, name = ''] = key.split('/')
  if (list === 'dimensions') {
    const { dataset, value } = catalog.dimensions.byName(name)!
    const texts = value.type === 'CUSTOM' ? [value.expr] : []
    return listRowDependencies(texts, catalog.datasets.byName(dataset)!, catalog)
  }
  return list === 'metrics'
    ? listMetricDependencies(catalog.metrics.byName(name)!, filters, catalog)
    : []
}

function listMetricDependencies(
  metric: MetricDefinition,
  filters: readonly string[],
  catalog: Catalog,
): readonly Dependency[] {
  if (metric.type === 'DERIVED') {
    return [{ key: `metrics/${metric.metric}`, filters: [...filters, ...metric.filters] }]
  }
  if (metric.type === 'COMPOSITE' && metric.dataset === null) {
    return listNames(metric.expr).flatMap((reference) =>
      reference.kind === 'field' ? [{ key: `metrics/${reference.name}`, filters }] : [],
    )
  }
  const metricFilters = metric.type === 'ATOMIC' ? metric.filters : []
  const texts = [...filters, ...metricFilters, ...(metric.expr === null ? [] : [metric.expr])]
  return listRowDependencies(texts, catalog.dataset(metric.dataset!), catalog)
}

function listRowDependencies(
  texts: readonly string[],
  dataset: DatasetDefinition,
  catalog: Catalog,
): readonly Dependency[] {
  const keys = texts.flatMap(listNames).flatMap((name): readonly string[] => {
    const meaning = meaningIn(catalog, dataset, name)
    if (meaning.kind === 'problem') return []
    const end = findPathEnd(catalog.datasets, dataset, meaning.path)!
    const dimensionKeys =
      meaning.kind === 'dimension' ? [`dimensions/${meaning.dimension.name}`] : []
    return [`datasets/${end.name}`, ...dimensionKeys]
  })
  return [`datasets/${dataset.name}`, ...keys].map((key) => ({ key, filters: [] }))
}

function listNames(text: string) {
  const { ast } = parse(text)
  return ast === null ? [] : references(ast)
}
