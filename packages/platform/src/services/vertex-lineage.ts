import { isVertexType, neighbourhood, VERTEX_TYPES } from '@tributary/lineage'
import { invalidRequestError } from '../errors.ts'
import type { Tenant } from '../tenant.ts'
import type { VertexLineageData, VertexLineageQuery } from './lineage-data.ts'

/** E16: the neighbourhood of one asset, closest first. */
export function vertexLineage(
  { lineage }: Tenant,
  { vertexId, vertexType, inputStep, outputStep }: VertexLineageQuery,
): VertexLineageData {
  if (!isVertexType(vertexType)) {
    throw invalidRequestError(
      'vertex_type',
      `vertex_type is "${vertexType}"; it must be one of ${VERTEX_TYPES.join(', ')}.`,
    )
  }
  const { vertices, edges } = neighbourhood(lineage, {
    root: { vertexId, vertexType },
    upstream: inputStep,
    downstream: outputStep,
  })
  return {
    vertexList: vertices.map(({ upstreamHop: _up, downstreamHop: _down, ...vertex }) => vertex),
    edgeList: edges.map(({ src, dst, edgeType }) => ({ srcVertex: src, dstVertex: dst, edgeType })),
  }
}
