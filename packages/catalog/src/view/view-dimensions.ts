import { compile, type GrainWord } from '@tributary/expression'
import {
  dimensionDuplicate,
  dimensionMissing,
  dimensionUnavailable,
} from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog.ts'
import { dimensionCalled, dimensionsOfDataset } from '../resolve/dimensions.ts'
import { pathToDimension } from '../resolve/meaning.ts'
import { splitGrain } from '../resolve/names-in.ts'
import { datasetScope } from '../resolve/row-scopes.ts'
import type { ViewContext, ViewMetric } from './view.ts'

/**
 * The dimensions of a view by name and grain. Throws for one that is unknown, listed twice, without a time to
 * take a grain of, or that one of the metrics cannot be seen by.
 */
export function viewDimensions(
  context: ViewContext,
  metrics: readonly ViewMetric[],
): readonly string[] {
  const seen = new Set<string>()
  return context.question.dimensions.map((entry) => {
    const name = viewDimension(context, metrics, entry)
    if (seen.has(name)) throw dimensionDuplicate(entry.text, entry.path)
    seen.add(name)
    return name
  })
}

/** One dimension by name and grain, available to each of the metrics. */
export function viewDimension(
  context: ViewContext,
  metrics: readonly ViewMetric[],
  entry: Located,
): string {
  const { grain, name: text } = splitGrain(entry.text.trim())
  const name = dimensionNamed(context, { text, path: entry.path })
  const different = [...onePerDataset(metrics)]
  for (const metric of different) {
    assertAvailable(context, metric, { name, grain, path: entry.path, others: different })
  }
  return grain === null ? name : `${name}__${grain.toLowerCase()}`
}

/** The name of a dimension that is called by any of its names, without a grain. */
export function dimensionNamed({ catalog, named }: ViewContext, { text, path }: Located): string {
  if (text === '') throw dimensionMissing(path)
  if (text === METRIC_TIME) return text
  const { name } = dimensionCalled(catalog, { text, path })
  named({ type: 'DIMENSION', name })
  return name
}

/** Metrics on the same rows have the same dimensions. */
function onePerDataset(metrics: readonly ViewMetric[]): Iterable<ViewMetric> {
  return new Map(metrics.map((metric) => [metric.dataset, metric])).values()
}

interface GrainedDimension {
  readonly name: string
  readonly grain: GrainWord | null
  readonly path: string
  /** A metric of each dataset of the view. */
  readonly others: readonly ViewMetric[]
}

function assertAvailable(
  { catalog, question }: ViewContext,
  metric: ViewMetric,
  { name, grain, path, others }: GrainedDimension,
): void {
  const { dataset } = metric
  const definition = catalog.dimensions.byName(name)
  const isAvailable =
    definition === undefined
      ? dataset.time !== null
      : typeof pathToDimension(catalog, dataset, definition) === 'object'
  if (!isAvailable) {
    const available = availableToAll(catalog, others)
    throw dimensionUnavailable({ metric: metric.name, dimension: name, path, available })
  }
  if (grain === null) return
  const { now } = question
  compile(`DateTrunc([${name}], "${grain}")`, datasetScope(catalog, dataset, { now }), {
    path,
    now,
  })
}

/** The dimensions that every one of the metrics can be seen by. */
function availableToAll(catalog: Catalog, metrics: readonly ViewMetric[]): readonly string[] {
  const [first = [], ...others] = metrics.map(({ dataset }) =>
    dimensionsOfDataset(catalog, dataset).map(({ name }) => name),
  )
  return first.filter((name) => others.every((names) => names.includes(name)))
}
