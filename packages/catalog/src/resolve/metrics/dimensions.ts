import type { ComputedWord, GrainWord, TypedExpr } from '@tributary/expression'
import { GRAIN_WORDS, isFinerThanDay } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import type { DimensionDefinition } from '../../definitions/dimension.ts'
import { type CatalogError, dimensionUnavailable, unknownName } from '../../definitions/errors.ts'
import { METRIC_TIME } from '../../definitions/metric.ts'
import type { Located } from '../../definitions/temporary-metric.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { findDimensionOn, findPathToDimension, getRootName } from '../catalog/meaning.ts'
import { findPathEnd, findRelationPath } from '../catalog/relations.ts'
import { searchNearNames } from '../names/name-index.ts'
import { compileDefinition } from '../rows/row-scopes.ts'
import { type Facts, resolveMetric } from './resolve-metric.ts'

/** A dimension that a metric can be analysed by. */
export type AvailableDimension =
  | {
      /** The built-in time dimension, which has no definition. */
      readonly kind: 'metric_time'
      readonly name: typeof METRIC_TIME
      readonly dataset: DatasetDefinition
      readonly grain: GrainWord
    }
  | {
      readonly kind: 'dimension'
      readonly name: string
      readonly dimension: DimensionDefinition
    }

/**
 * The dimensions that the rows of all of a metric's datasets have, related datasets included: `metric_time`
 * first (when the dataset has a time), then in the order of definition. `metric` is a name, code or
 * display name; throws what {@link resolveMetric} throws.
 * @example
 * ```ts
 * import { createCatalog, dimensionsOfMetric, parseWorkspace } from '@tributary/platform/catalog'
 * const text = `
 * tenant: demo
 * datasources: [{ name: shop, type: FILES, root: . }]
 * datasets:
 *   - name: orders
 *     source: { datasource: shop, file: orders.csv }
 *     time: { column: day, grain: DAY }
 *     columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: INT }]
 * dimensions: [{ name: city, dataset: orders, column: town }]
 * metrics: [{ name: sales, displayName: Net sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }]
 * `
 * const { workspace } = parseWorkspace([{ file: 'shop.yaml', text }])
 * dimensionsOfMetric(createCatalog(workspace!), 'sales').map(({ name }) => name) // => ['metric_time', 'city']
 * ```
 */
export function dimensionsOfMetric(
  catalog: Catalog,
  metric: string,
  path = 'metric',
): readonly AvailableDimension[] {
  return dimensionsOfFacts(catalog, resolveMetric(catalog, { text: metric, path }).datasets)
}

/** The dimensions that the rows of every one of some datasets have; `metric_time` by the longest of their grains. */
export function dimensionsOfFacts(
  catalog: Catalog,
  datasets: Facts,
): readonly AvailableDimension[] {
  const [first, ...remainingDatasets] = datasets
  const firstDimensions = dimensionsOfDataset(catalog, first)
  if (remainingDatasets.length === 0) return firstDimensions
  const isShared = (candidate: AvailableDimension): boolean =>
    remainingDatasets.every((dataset) =>
      candidate.kind === 'metric_time'
        ? dataset.time !== null
        : typeof findDimensionOn(catalog, dataset, candidate.dimension) === 'object',
    )
  const grain = longestGrain(datasets)
  return firstDimensions.filter(isShared).map((candidate) => {
    if (candidate.kind === 'metric_time')
      return grain === null ? candidate : { ...candidate, grain }
    const dimension =
      catalog.dimensions.byName(getRootName(candidate.dimension)) ?? candidate.dimension
    return { kind: 'dimension', name: dimension.name, dimension }
  })
}

/** The longest grain of the times of datasets, by which all of them have periods; null when none has a time. */
export function longestGrain(datasets: readonly DatasetDefinition[]): ComputedWord | null {
  const grains = datasets.flatMap(({ time }) => time?.grain ?? [])
  const order = [...GRAIN_WORDS]
  return grains.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).at(-1) ?? null
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
    if (typeof findPathToDimension(catalog, dataset, dimension) === 'object') {
      available.push({ kind: 'dimension', name: dimension.name, dimension })
    }
  }
  return available
}

/** A dimension by any of its names. Throws `CATALOG_UNKNOWN_DIMENSION`, whose suggestions include `metric_time`. */
export function findDimensionByName(
  catalog: Catalog,
  { text, path }: Located,
): DimensionDefinition {
  if (catalog.dimensions.find(text).length > 0) return catalog.dimension(text, path)
  throw unknownName('dimension', text, path, searchNearNames(catalog.dimensions, [METRIC_TIME]))
}

/** The error for a dimension that the rows of a metric do not have. */
export function unavailableFor(
  catalog: Catalog,
  metric: { readonly name: string; readonly datasets: Facts },
  dimension: string,
  path: string,
): CatalogError {
  const available = dimensionsOfFacts(catalog, metric.datasets).map((candidate) => candidate.name)
  return dimensionUnavailable({ metric: metric.name, dimension, path, available })
}

/** A dimension of a dataset's rows, as a value or by a grain. */
export interface GrainedDimension {
  /** Its own name, or `metric_time`. */
  readonly name: string
  /** Null for the value as it is. */
  readonly grain: GrainWord | null
}

/**
 * The expression of a dimension; the first day of a period of days is a date: people read `2001-05-01`, not midnight.
 */
export function dimensionText({ name, grain }: GrainedDimension): string {
  if (grain === null) return `[${name}]`
  const period = `DateTrunc([${name}], "${grain}")`
  return isFinerThanDay(grain) ? period : `Cast(${period}, "Date")`
}

/**
 * The value of a dimension for a row of `dataset`. Throws an `ExpressionError` when there is none, such as a grain of
 * a text.
 */
export function dimensionByGrain(
  { catalog, dataset }: { readonly catalog: Catalog; readonly dataset: DatasetDefinition },
  dimension: GrainedDimension,
  options: { readonly path: string; readonly now?: bigint },
): TypedExpr {
  return compileDefinition(catalog, dataset, dimensionText(dimension), options)
}

/** The dataset of a dimension's value: its own, or the one at the end of its relations. */
export function datasetOfValue(
  { unrestricted: catalog }: Catalog,
  dimension: DimensionDefinition,
): DatasetDefinition {
  const base = catalog.dataset(dimension.dataset)
  const path = findRelationPath(catalog.datasets, base, dimension.via)
  return (path && findPathEnd(catalog.datasets, base, path)) ?? base
}
