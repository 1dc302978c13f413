import { type SlicedWork, sortInSlices } from '@tributary/core/internal'
import type { CategoryRef } from '../definitions/dimension.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { listFieldNames } from '../resolve/names/expression-names.ts'
import type { SearchTexts } from './text-index.ts'

/** The kinds of definition that a search finds, in the order in which it lists them. */
const SEARCHED_TYPES = ['METRIC', 'DIMENSION', 'DATASET', 'DATASET_COLUMN', 'PLAN'] as const

/** A definition as a search finds it. */
export interface CatalogEntry extends SearchTexts {
  readonly type: (typeof SEARCHED_TYPES)[number]
  /** Of a metric the dataset that it aggregates, of a plan that of its metrics; of a dataset itself. */
  readonly dataset: string | null
  readonly category: CategoryRef | null
  /** An account. */
  readonly owner: string | null
}

/** Definitions that are read between two yields; formulas are parsed. */
const AT_ONCE = 64

/** The definitions of a catalog with their texts: by type, then by name, then by dataset. */
export function* catalogEntries(catalog: Catalog): SlicedWork<readonly CatalogEntry[]> {
  const entries: CatalogEntry[] = []
  for (const entry of listCatalogEntries(catalog)) {
    if (entries.push(entry) % AT_ONCE === 0) yield
  }
  return yield* sortInSlices(entries, compareEntries)
}

const types: readonly string[] = SEARCHED_TYPES

function compareEntries(a: CatalogEntry, b: CatalogEntry): number {
  return (
    types.indexOf(a.type) - types.indexOf(b.type) ||
    compareTexts(a.name, b.name) ||
    compareTexts(a.dataset ?? '', b.dataset ?? '')
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function* listCatalogEntries(catalog: Catalog): Generator<CatalogEntry> {
  const { metrics, dimensions, datasets, plans } = catalog.workspace
  for (const metric of metrics) {
    const { name, code, displayName, description, category } = metric
    const dataset = findMetricDataset(catalog, metric)
    yield { type: 'METRIC', name, code, displayName, description, dataset, category, owner: null }
  }
  for (const { name, code, displayName, description, category, dataset } of dimensions) {
    const texts = { name, code, displayName, description }
    yield { type: 'DIMENSION', ...texts, dataset, category, owner: null }
  }
  for (const { name, displayName, description, owner, columns } of datasets) {
    const all = { code: null, dataset: name, category: null, owner }
    yield { type: 'DATASET', name, displayName, description, ...all }
    for (const column of columns) {
      const { name, displayName, description } = column
      yield { type: 'DATASET_COLUMN', name, displayName, description, ...all }
    }
  }
  for (const { id, name, displayName, metrics: metricNames } of plans) {
    const metric = catalog.metrics.find(metricNames[0] ?? '')[0]
    yield {
      type: 'PLAN',
      name,
      code: id,
      displayName,
      description: '',
      dataset: metric === undefined ? null : findMetricDataset(catalog, metric),
      category: null,
      owner: null,
    }
  }
}

/** The dataset of a metric, or of the first metric that its formula names. */
function findMetricDataset(catalog: Catalog, metric: MetricDefinition): string | null {
  const visitedMetrics = new Set<MetricDefinition>()
  for (
    let currentMetric: MetricDefinition | undefined = metric;
    currentMetric !== undefined && !visitedMetrics.has(currentMetric);
  ) {
    visitedMetrics.add(currentMetric)
    if (currentMetric.type !== 'DERIVED' && currentMetric.dataset !== null)
      return currentMetric.dataset
    currentMetric = catalog.metrics.find(findFirstMetricName(catalog, currentMetric))[0]
  }
  return null
}

function findFirstMetricName(catalog: Catalog, metric: MetricDefinition): string {
  if (metric.type === 'DERIVED') return metric.metric
  return listFieldNames(metric.expr ?? '', catalog.workspace.calendar)[0] ?? ''
}
