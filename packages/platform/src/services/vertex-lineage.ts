import { type Neighbourhood, type NeighbourhoodQuery, neighbourhood } from '@tributary/lineage'
import type { Tenant } from '../tenant.ts'
import type { LineageExtrasData, VertexLineageData, VertexLineageQuery } from './lineage-data.ts'
import { readEdgeTypes, readVertexRef, readVertexTypes } from './read-lineage-names.ts'

/** E16: the neighbourhood of one asset, closest first. */
export function vertexLineage(
  { lineage }: Pick<Tenant, 'lineage'>,
  query: VertexLineageQuery,
): VertexLineageData {
  const wantsExtras =
    query.extras === true ||
    query.limit !== undefined ||
    query.cursor !== undefined ||
    query.visitBudget !== undefined
  const found = neighbourhood(lineage, { ...toQuery(query), boundary: wantsExtras })
  const data: VertexLineageData = {
    vertexList: found.vertices.map(({ upstreamHop: _up, downstreamHop: _down, ...one }) => one),
    edgeList: found.edges.map(({ src, dst, ...edge }) => ({
      srcVertex: src,
      dstVertex: dst,
      ...edge,
    })),
  }
  return wantsExtras ? { ...data, extras: toExtras(found) } : data
}

function toQuery(query: VertexLineageQuery): NeighbourhoodQuery {
  const { vertexTypes, edgeTypes, collapse, induced, limit, cursor, visitBudget } = query
  return {
    root: readVertexRef(query),
    upstream: query.inputStep,
    downstream: query.outputStep,
    ...(vertexTypes && { vertexTypes: readVertexTypes(vertexTypes) }),
    ...(edgeTypes && { edgeTypes: readEdgeTypes(edgeTypes) }),
    ...(collapse !== undefined && { collapse }),
    ...(induced !== undefined && { induced }),
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
    ...(visitBudget !== undefined && { budget: visitBudget }),
  }
}

function toExtras({
  totals,
  truncated,
  cursor,
  partial,
  boundary,
}: Neighbourhood): LineageExtrasData {
  return {
    totals,
    truncated,
    cursor,
    partial: partial && { inputStep: partial.upstream, outputStep: partial.downstream },
    boundary: boundary ?? [],
  }
}
