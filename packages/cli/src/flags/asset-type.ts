import { VERTEX_TYPES, type VertexType } from '@tributary/contract'
import { nearNames } from '@tributary/core'
import { InvalidArgumentError } from 'commander'

/** Reads a type of asset in any case: `dataset-column` is DATASET_COLUMN. */
export function parseAssetType(text: string): VertexType {
  const name = text.toUpperCase().replaceAll('-', '_')
  const vertexType = VERTEX_TYPES.find((type) => type === name)
  if (vertexType !== undefined) return vertexType
  const near = nearNames(name, VERTEX_TYPES)
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw new InvalidArgumentError(`Expected one of ${VERTEX_TYPES.join(', ')}.${hint}`)
}
