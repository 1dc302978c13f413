import type { Catalog } from '@tributary/catalog'
import { fileGuid } from '@tributary/catalog/internal'
import type { VertexRef } from '@tributary/lineage'
import type { Access } from './access.ts'

/**
 * Whether somebody may see an asset: what he may use; the columns of a dataset with it; a file or table with
 * its datasource, or with a dataset that reads it.
 */
export function maySeeVertex(catalog: Catalog, access: Access): (vertex: VertexRef) => boolean {
  if (access.usesEverything) return () => true
  const mayUseDataset = (name: string): boolean => access.may('USE', { type: 'DATASET', name })
  const guids = new Set(
    catalog.workspace.datasets
      .filter(({ name }) => mayUseDataset(name))
      .map(({ source }) => fileGuid(source.datasource, source.file)),
  )
  const maySeeTable = (guid: string): boolean =>
    guids.has(guid) || access.may('USE', { type: 'DATASOURCE', name: guid.split('.', 1)[0]! })
  return ({ vertexType, vertexId }) => {
    switch (vertexType) {
      case 'DATASET':
        return mayUseDataset(vertexId)
      case 'DATASET_COLUMN':
        return mayUseDataset(vertexId.split('.', 1)[0]!)
      case 'FILE':
      case 'PHYSICAL_TABLE':
        return maySeeTable(vertexId)
      case 'FILE_COLUMN':
      case 'PHYSICAL_TABLE_COLUMN':
        return maySeeTable(vertexId.split('.', 3).join('.'))
      default:
        return access.may('USE', { type: vertexType, name: vertexId })
    }
  }
}
