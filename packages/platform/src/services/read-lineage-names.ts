import {
  EDGE_TYPES,
  type EdgeType,
  VERTEX_TYPES,
  type VertexRef,
  type VertexType,
} from '@tributary/lineage'
import { isEdgeType, isVertexType } from '@tributary/lineage/internal'
import { invalidRequestError } from '../errors.ts'
import type { VertexRefData } from './lineage-data.ts'

/** The reference to an asset. Throws `PLATFORM_INVALID_REQUEST` at `path` for a type that does not exist. */
export function readVertexRef(
  { vertexId, vertexType }: VertexRefData,
  path = 'vertex_type',
): VertexRef {
  return { vertexId, vertexType: readVertexType(vertexType, path) }
}

/** The types of asset. Throws `PLATFORM_INVALID_REQUEST` for one that does not exist. */
export function readVertexTypes(types: readonly string[]): readonly VertexType[] {
  return types.map((type) => readVertexType(type, 'vertex_types'))
}

/** The types of edge. Throws `PLATFORM_INVALID_REQUEST` for one that does not exist. */
export function readEdgeTypes(types: readonly string[]): readonly EdgeType[] {
  return types.map((type) => {
    if (isEdgeType(type)) return type
    throw unknownType('edge_types', type, EDGE_TYPES)
  })
}

function readVertexType(type: string, path: string): VertexType {
  if (isVertexType(type)) return type
  throw unknownType(path, type, VERTEX_TYPES)
}

function unknownType(path: string, found: string, known: readonly string[]): Error {
  const message = `${path} is "${found}"; it must be one of ${known.join(', ')}.`
  return invalidRequestError(path, message)
}
