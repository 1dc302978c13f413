import {
  EDGE_TYPES,
  type LineageExtrasData,
  type TypedEdgeData,
  VERTEX_TYPES,
  type VertexData,
  type VertexLineageData,
  type VertexLineageQuery,
  type VertexRefData,
} from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type {
  EdgeType,
  Neighbourhood,
  NeighbourhoodQuery,
  Vertex,
  VertexRef,
} from '@tributary/lineage'
import { type NeighbourhoodSize, neighbourhoodInSlices } from '@tributary/lineage/internal'
import { countHidden, mapLazily } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import { neighbourhoodTooLargeError } from '../../model/errors.ts'
import type { QuestionLimits } from '../../model/limits.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { withExtras } from './listed-extras.ts'

/** E16, of the lineage as it is or as it was. */
export interface NeighbourhoodQuestion extends VertexLineageQuery {
  /** @defaultValue false */
  readonly isPast?: boolean
}

/** E16: the neighbourhood of one asset in a lineage as the caller may see it, closest first. */
export function* vertexLineage(
  session: Session,
  lineage: CallerLineage,
  { isPast = false, ...query }: NeighbourhoodQuestion,
): SlicedWork<VertexLineageData> {
  const wantsExtras =
    query.extras === true ||
    query.limit !== undefined ||
    query.cursor !== undefined ||
    query.visitBudget !== undefined
  const neighbourhoodQuery = { ...toQuery(query), boundary: wantsExtras }
  const neighbourhood = yield* neighbourhoodInSlices(lineage, neighbourhoodQuery, (size) =>
    assertFits(size, query, session.questionLimits),
  )
  const listed: VertexLineageData = {
    vertexList: mapLazily(neighbourhood.vertices, toVertexData),
    edgeList: mapLazily(neighbourhood.edges, toEdgeData),
  }
  if (!wantsExtras) return listed
  const data =
    query.extras === true ? yield* withExtras(session, lineage, { answer: listed, isPast }) : listed
  return {
    ...data,
    extras: {
      ...toExtras(neighbourhood),
      hidden: yield* countHidden(lineage, neighbourhood.vertices),
    },
  }
}

/** How large the neighbourhood of an asset may be. */
export type NeighbourhoodLimits = Pick<QuestionLimits, 'vertices' | 'hops'>

function assertFits(
  { vertices, hops }: NeighbourhoodSize,
  { limit = Number.POSITIVE_INFINITY }: VertexLineageQuery,
  limits: NeighbourhoodLimits,
): void {
  const listed = Math.min(vertices, limit)
  if (listed > limits.vertices) {
    throw neighbourhoodTooLargeError({ found: listed, limit: limits.vertices }, 'vertices')
  }
  if (hops > limits.hops)
    throw neighbourhoodTooLargeError({ found: hops, limit: limits.hops }, 'hops')
}

function toVertexData({
  vertexId,
  vertexType,
  displayName,
  description,
  custom,
}: Vertex): VertexData {
  return { vertexId, vertexType, displayName, description, custom }
}

function toEdgeData({
  src,
  dst,
  edgeType,
  derived,
}: Neighbourhood['edges'][number]): TypedEdgeData {
  const edge = { srcVertex: src, dstVertex: dst, edgeType }
  return derived === undefined ? edge : { ...edge, derived }
}

function toQuery(query: VertexLineageQuery): NeighbourhoodQuery {
  const { vertexTypes, edgeTypes, collapse, induced, limit, cursor, visitBudget } = query
  return {
    root: parseVertexRef(query),
    upstream: query.inputStep,
    downstream: query.outputStep,
    ...(vertexTypes && {
      vertexTypes: vertexTypes.map((type) => requireChoice('vertex_types', type, VERTEX_TYPES)),
    }),
    ...(edgeTypes && { edgeTypes: parseEdgeTypes(edgeTypes) }),
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
export function parseVertexRef(
  { vertexId, vertexType }: VertexRefData,
  path = 'vertex_type',
): VertexRef {
  return { vertexId, vertexType: requireChoice(path, vertexType, VERTEX_TYPES) }
}

/** The types of edge. Throws `PLATFORM_INVALID_REQUEST` for one that does not exist. */
export function parseEdgeTypes(types: readonly string[]): readonly EdgeType[] {
  return types.map((type) => requireChoice('edge_types', type, EDGE_TYPES))
}
