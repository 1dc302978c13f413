import {
  type Lineage,
  type Neighbourhood,
  type NeighbourhoodQuery,
  neighbourhood,
  type VertexRef,
} from '@tributary/lineage'
import type { Session } from '../session.ts'
import type { LineageExtrasData, VertexLineageData, VertexLineageQuery } from './lineage-data.ts'
import { readEdgeTypes, readVertexRef, readVertexTypes } from './read-lineage-names.ts'

/** E16 now. */
export function vertexLineageNow(
  { shownLineage: lineage, hiddenBeside }: Pick<Session, 'shownLineage' | 'hiddenBeside'>,
  query: VertexLineageQuery,
): VertexLineageData {
  return vertexLineage({ lineage, hiddenBeside }, query)
}

/** The lineage that an answer comes from. */
export interface AskedLineage {
  readonly lineage: Lineage
  /** How many assets beside these the caller may not see. */
  hiddenBeside(vertices: Iterable<VertexRef>): number
}

/** E16: the neighbourhood of one asset, closest first. */
export function vertexLineage(
  { lineage, hiddenBeside }: AskedLineage,
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
  if (!wantsExtras) return data
  return { ...data, extras: { ...toExtras(found), hidden: hiddenBeside(found.vertices) } }
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
}: Neighbourhood): Omit<LineageExtrasData, 'hidden'> {
  return {
    totals,
    truncated,
    cursor,
    partial: partial && { inputStep: partial.upstream, outputStep: partial.downstream },
    boundary: boundary ?? [],
  }
}
