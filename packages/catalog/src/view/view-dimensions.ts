import { compile, type GrainWord } from '@tributary/expression'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import {
  dimensionDuplicate,
  dimensionMissing,
  dimensionUnavailable,
} from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { findDimensionOn } from '../resolve/catalog/meaning.ts'
import { dimensionsOfDataset, findDimensionByName } from '../resolve/metrics/dimensions.ts'
import { splitGrain } from '../resolve/names/expression-names.ts'
import { createDatasetScope } from '../resolve/rows/row-scopes.ts'
import type { ViewContext, ViewMetric } from './view.ts'
import { collectViewDatasets } from './view-conditions.ts'

/**
 * The dimensions of a view by name and grain. Throws for one that is unknown, listed twice, without a time to
 * take a grain of, or that one of the metrics cannot be seen by.
 */
export function viewDimensions(
  context: ViewContext,
  metrics: readonly ViewMetric[],
): readonly string[] {
  const listedNames = new Set<string>()
  return context.question.dimensions.map((entry) => {
    const name = viewDimension(context, metrics, entry)
    if (listedNames.has(name)) throw dimensionDuplicate(entry.text, entry.path)
    listedNames.add(name)
    return name
  })
}

/** One dimension by name and grain, available to each of the metrics. */
export function viewDimension(
  context: ViewContext,
  metrics: readonly ViewMetric[],
  entry: Located,
): string {
  const { grain, name: text } = splitGrain(entry.text.trim(), context.catalog.workspace.calendar)
  const name = resolveDimensionName(context, { text, path: entry.path })
  const different = [...onePerDataset(metrics)]
  for (const metric of different) {
    assertAvailable(context, metric, { name, grain, path: entry.path, metrics: different })
  }
  return grain === null ? name : `${name}__${grain.toLowerCase()}`
}

/** The name of a dimension that is called by any of its names, without a grain. */
export function resolveDimensionName(
  { catalog, named }: ViewContext,
  { text, path }: Located,
): string {
  if (text === '') throw dimensionMissing(path)
  if (text === METRIC_TIME) return text
  const { name } = findDimensionByName(catalog, { text, path })
  named({ type: 'DIMENSION', name })
  return name
}

/** The metrics, without those whose datasets another one before them has: they have the same dimensions. */
function onePerDataset(metrics: readonly ViewMetric[]): Iterable<ViewMetric> {
  const listedDatasets = new Set<DatasetDefinition>()
  return metrics.filter(({ datasets }) => {
    const before = listedDatasets.size
    for (const dataset of datasets) listedDatasets.add(dataset)
    return listedDatasets.size > before
  })
}

interface GrainedDimension {
  readonly name: string
  readonly grain: GrainWord | null
  readonly path: string
  /** A metric of each dataset of the view. */
  readonly metrics: readonly ViewMetric[]
}

function assertAvailable(
  { catalog, question }: ViewContext,
  metric: ViewMetric,
  { name, grain, path, metrics: distinctMetrics }: GrainedDimension,
): void {
  const { now } = question
  for (const dataset of metric.datasets) {
    if (!hasDimension(catalog, dataset, name)) {
      const available = availableToAll(catalog, distinctMetrics)
      throw dimensionUnavailable({ metric: metric.name, dimension: name, path, available })
    }
    if (grain === null) continue
    const scope = createDatasetScope(catalog, dataset, { now })
    compile(`DateTrunc([${name}], "${grain}")`, scope, { path, now })
  }
}

function hasDimension(catalog: Catalog, dataset: DatasetDefinition, name: string): boolean {
  const definition = catalog.dimensions.byName(name)
  if (definition === undefined) return dataset.time !== null
  return typeof findDimensionOn(catalog, dataset, definition) === 'object'
}

/** The dimensions that every one of the metrics can be seen by. */
function availableToAll(catalog: Catalog, metrics: readonly ViewMetric[]): readonly string[] {
  const [first = [], ...remainingNames] = [...collectViewDatasets(metrics)].map((dataset) =>
    dimensionsOfDataset(catalog, dataset).map(({ name }) => name),
  )
  return first.filter((name) => remainingNames.every((names) => names.includes(name)))
}
