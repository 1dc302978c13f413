import {
  EDGE_TYPES,
  type EdgeType,
  type Lineage,
  type Neighbourhood,
  type NeighbourhoodQuery,
  neighbourhood,
  VERTEX_TYPES,
  type VertexRef,
  type VertexType,
} from '@tributary/lineage'
import { isEdgeType, isVertexType } from '@tributary/lineage/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { Session } from '../../tenant/session.ts'
import type {
  LineageExtrasData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from './lineage-data.ts'

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
