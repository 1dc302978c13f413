import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { addDataset, addDimension, addMetric } from './definition-edges.ts'
import { type CatalogLineage, createLineageSet } from './lineage-set.ts'

/**
 * The assets of a catalog and how data flows between them, from files through datasets and their columns to dimensions and metrics.
 * @example
 * ```ts
 * import { createCatalog, collectCatalogLineage, parseWorkspace } from '@tributary/platform/catalog'
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
 * const { edges } = collectCatalogLineage(createCatalog(workspace!))
 * edges.filter(({ dst }) => dst.vertexId === 'sales').map(({ src }) => src.vertexId) // => ['orders', 'orders.amount']
 * ```
 */
export function collectCatalogLineage(catalog: Catalog): CatalogLineage {
  return runToEnd(lineageOfSome(catalog, null))
}

/** Names of definitions, by kind. */
export interface SomeDefinitions {
  readonly datasets: ReadonlySet<string>
  readonly dimensions: ReadonlySet<string>
  readonly metrics: ReadonlySet<string>
}

/** Definitions between two yields: about a millisecond of work. */
const AT_ONCE = 8

/**
 * The part of {@link collectCatalogLineage} that comes from some definitions, null for all, as work in slices: their own vertices and the
 * edges that lead to these, whose sources may be vertices of others. Names that the catalog does not have are ignored.
 */
export function* lineageOfSome(
  catalog: Catalog,
  some: SomeDefinitions | null,
): SlicedWork<CatalogLineage> {
  const lineage = createLineageSet()
  const { datasets, dimensions, metrics } = catalog
  const adding = function* adding(): Generator<unknown> {
    for (const dataset of filterByNames(datasets.all, some?.datasets))
      yield addDataset(lineage, dataset)
    for (const dimension of filterByNames(dimensions.all, some?.dimensions)) {
      yield addDimension(lineage, catalog, dimension)
    }
    for (const metric of filterByNames(metrics.all, some?.metrics))
      yield addMetric(lineage, catalog, metric)
  }
  let added = 0
  for (const _ of adding()) if (++added % AT_ONCE === 0) yield
  return yield* lineage.all()
}

function filterByNames<Definition extends { readonly name: string }>(
  all: readonly Definition[],
  names: ReadonlySet<string> | undefined,
): readonly Definition[] {
  return names === undefined ? all : all.filter(({ name }) => names.has(name))
}
