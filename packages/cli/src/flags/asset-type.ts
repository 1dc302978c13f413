import type { VertexLineageQuery } from '@tributary/contract'

/**
 * Reads a type of asset in any case: `dataset-column` is DATASET_COLUMN. A text that is no type is kept: the platform
 * refuses it with the types that there are.
 */
export function assetTypeOf(text: string): VertexLineageQuery['vertexType'] {
  return text.toUpperCase().replaceAll('-', '_') as VertexLineageQuery['vertexType']
}
