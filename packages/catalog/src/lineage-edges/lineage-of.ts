import type { Catalog } from '../catalog.ts'
import { addDataset } from './add-dataset.ts'
import { addDimension } from './add-dimension.ts'
import { addMetric } from './add-metric.ts'
import { type CatalogLineage, createLineageSet } from './lineage-set.ts'

/**
 * The assets of a catalog and how data flows between them, in the directions of the specification's
 * §2.9a: from files through datasets and their columns to dimensions and metrics.
 */
export function lineageOf(catalog: Catalog): CatalogLineage {
  const lineage = createLineageSet()
  for (const dataset of catalog.datasets.all) addDataset(lineage, dataset)
  for (const dimension of catalog.dimensions.all) addDimension(lineage, catalog, dimension)
  for (const metric of catalog.metrics.all) addMetric(lineage, catalog, metric)
  return lineage.all()
}
