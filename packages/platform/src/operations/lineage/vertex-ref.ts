import { EDGE_TYPES, type RequestOf, VERTEX_TYPES } from '@tributary/contract'
import type { EdgeType, VertexRef } from '@tributary/lineage'
import { requireChoice } from '../../requests/read-values.ts'

/** The name of an asset in a request. */
export type VertexName = Pick<RequestOf<'lineageSinglePoints'>, 'vertex_id'> & {
  readonly vertex_type: string
}

/** The reference to an asset. Throws `PLATFORM_INVALID_REQUEST` at `path` for a type that does not exist. */
export function parseVertexRef(
  { vertex_id, vertex_type }: VertexName,
  path = 'vertex_type',
): VertexRef {
  return { vertexId: vertex_id, vertexType: requireChoice(path, vertex_type, VERTEX_TYPES) }
}

/** The types of edge. Throws `PLATFORM_INVALID_REQUEST` for one that does not exist. */
export function parseEdgeTypes(types: readonly string[]): readonly EdgeType[] {
  return types.map((type) => requireChoice('edge_types', type, EDGE_TYPES))
}
