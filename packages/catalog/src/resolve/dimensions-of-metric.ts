import type { Grain } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import { pathToDimension } from './meaning.ts'
import { resolveMetric } from './resolve-metric.ts'

/** Something that a metric can be analysed by. */
export type AvailableDimension =
  | {
      /** The synthetic time dimension: it has a name and a dataset, but no definition. */
      readonly kind: 'metric_time'
      readonly name: typeof METRIC_TIME
      readonly dataset: DatasetDefinition
      readonly grain: Grain
    }
  | {
      readonly kind: 'dimension'
      readonly name: string
      readonly dimension: DimensionDefinition
    }

/**
 * The dimensions that the rows of a metric's dataset have, related datasets included: `metric_time`
 * first (when the dataset has a time), then in the order of definition. `metric` is a name, code or
 * display name; throws what {@link resolveMetric} throws.
 */
export function dimensionsOfMetric(
  catalog: Catalog,
  metric: string,
  path = 'metric',
): readonly AvailableDimension[] {
  return dimensionsOfDataset(catalog, resolveMetric(catalog, { text: metric, path }).dataset)
}

/** The dimensions that the rows of a dataset have; see {@link dimensionsOfMetric}. */
export function dimensionsOfDataset(
  catalog: Catalog,
  dataset: DatasetDefinition,
): readonly AvailableDimension[] {
  const available: AvailableDimension[] = []
  if (dataset.time !== null) {
    const { grain } = dataset.time
    available.push({ kind: 'metric_time', name: METRIC_TIME, dataset, grain })
  }
  for (const dimension of catalog.dimensions.all) {
    if (typeof pathToDimension(catalog, dataset, dimension) === 'object') {
      available.push({ kind: 'dimension', name: dimension.name, dimension })
    }
  }
  return available
}
