import { runToEnd } from '@tributary/core/internal'
import type { VertexRef } from '@tributary/lineage'
import type { ResourceRef } from '../definitions/access.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { type CatalogLineage, createLineageSet, dimensionRef, metricRef } from './lineage-set.ts'

/** A metric view as an asset. */
export interface ViewAsset {
  readonly name: string
  readonly displayName: string
  readonly description: string | null
  /** The metrics and dimensions that it names. */
  readonly names: readonly ResourceRef[]
}

/**
 * METRIC and DIMENSION → ANALYSIS_VIEW for what views name. Of a metric or dimension that the catalog has not (any
 * more) there is no edge. The vertices are the views alone.
 */
export function viewLineage(catalog: Catalog, views: readonly ViewAsset[]): CatalogLineage {
  const lineage = createLineageSet()
  for (const { name, displayName, description, names } of views) {
    const self: VertexRef = { vertexType: 'ANALYSIS_VIEW', vertexId: name }
    lineage.vertex({ ...self, displayName, description, custom: null })
    for (const used of names) {
      const ref = findResourceVertex(catalog, used)
      if (ref !== null) lineage.edge(ref, self)
    }
  }
  return runToEnd(lineage.all())
}

function findResourceVertex(catalog: Catalog, { type, name }: ResourceRef): VertexRef | null {
  if (type === 'METRIC') {
    const metric = catalog.metrics.byName(name)
    return metric === undefined ? null : metricRef(metric)
  }
  const dimension = type === 'DIMENSION' ? catalog.dimensions.byName(name) : undefined
  return dimension === undefined ? null : dimensionRef(dimension)
}
