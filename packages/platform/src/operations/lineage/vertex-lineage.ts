import {
  type LineageExtrasData,
  type TypedEdgeData,
  VERTEX_TYPES,
  type VertexData,
  type VertexLineageData,
  type VertexLineageQuery,
} from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
import type { Neighbourhood, NeighbourhoodQuery, Vertex } from '@tributary/lineage'
import { type NeighbourhoodSize, neighbourhoodInSlices } from '@tributary/lineage/internal'
import { askLineage, countHidden, mapLazily } from '../../lineage/ask-lineage.ts'
import type { CallerLineage } from '../../lineage/visible-lineage.ts'
import { neighbourhoodTooLargeError } from '../../model/errors.ts'
import type { QuestionLimits } from '../../model/limits.ts'
import type { CallOptions } from '../../model/options.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'
import { withExtras } from './listed-extras.ts'
import { readMoment } from './read-moment.ts'
import { parseEdgeTypes, parseVertexRef } from './vertex-ref.ts'

/** True for a question about the lineage of an earlier moment, which may have to be read from the store. */
export function isAboutPast({ as_of }: VertexLineageQuery): boolean {
  return as_of !== undefined
}

/** The neighbourhood of one asset, the nearest assets first; with `as_of`, as it was at that moment. */
export async function vertexLineage(
  session: Session,
  query: VertexLineageQuery,
  { signal }: CallOptions = {},
): Promise<VertexLineageData> {
  const { as_of, extras } = query
  const ask = (lineage: CallerLineage) => findNeighbourhood(session, lineage, query)
  if (as_of !== undefined) {
    const past = await session.lineageRepository.asOf(readMoment('as_of', as_of), signal)
    return askLineage(past, ask, signal)
  }
  // Who states an asset is read from the graph itself, which a start from a snapshot has not made yet.
  if (extras === true) await session.lineage.thaw()
  return askLineage(session.visibleLineage, ask, signal)
}

function* findNeighbourhood(
  session: Session,
  lineage: CallerLineage,
  query: VertexLineageQuery,
): SlicedWork<VertexLineageData> {
  const isPast = query.as_of !== undefined
  const wantsExtras =
    query.extras === true ||
    query.limit !== undefined ||
    query.cursor !== undefined ||
    query.visit_budget !== undefined
  const neighbourhoodQuery = { ...toNeighbourhoodQuery(query), boundary: wantsExtras }
  const neighbourhood = yield* neighbourhoodInSlices(lineage, neighbourhoodQuery, (size) =>
    assertNeighbourhoodFits(size, query, session.questionLimits),
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

/** The largest neighbourhood of an asset. */
export type NeighbourhoodLimits = Pick<QuestionLimits, 'vertices' | 'hops'>

function assertNeighbourhoodFits(
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

function toNeighbourhoodQuery(query: VertexLineageQuery): NeighbourhoodQuery {
  const { vertex_types, edge_types, collapse, induced, limit, cursor, visit_budget } = query
  return {
    root: parseVertexRef(query),
    upstream: query.input_step,
    downstream: query.output_step,
    ...(vertex_types && {
      vertexTypes: vertex_types.map((type) => requireChoice('vertex_types', type, VERTEX_TYPES)),
    }),
    ...(edge_types && { edgeTypes: parseEdgeTypes(edge_types) }),
    ...(collapse !== undefined && { collapse }),
    ...(induced !== undefined && { induced }),
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
    ...(visit_budget !== undefined && { budget: visit_budget }),
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
