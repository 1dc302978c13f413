import type { VertexType } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import type { Workspace } from '@tributary/platform/internal'

/** An error for an asset that does not exist and is near none, with an asset of its type that does; any other as it is. */
export function withVertexExample(error: unknown, definitions: Workspace): unknown {
  if (!(error instanceof TributaryError) || error.code !== 'LINEAGE_UNKNOWN_VERTEX') return error
  const { vertexType, suggestions, otherTypes } = error.details
  if ([suggestions, otherTypes].some((near) => Array.isArray(near) && near.length > 0)) return error
  const id = pickExampleId(vertexType as VertexType, definitions)
  if (id === undefined) return error
  const example = `${vertexType} ${/^[\w.]+$/.test(id) ? id : `'${id}'`}`
  return new TributaryError(error.code, error.message, {
    details: { ...error.details, example },
    cause: error,
  })
}

function pickExampleId(type: VertexType, definitions: Workspace): string | undefined {
  const { metrics, dimensions, datasets } = definitions
  const [dataset] = datasets
  switch (type) {
    case 'METRIC':
      return metrics[0]?.name
    case 'DIMENSION':
      return dimensions[0]?.name
    case 'DATASET':
      return dataset?.name
    case 'DATASET_COLUMN':
      return dataset?.columns[0] && `${dataset.name}.${dataset.columns[0].name}`
    default:
      return undefined
  }
}
