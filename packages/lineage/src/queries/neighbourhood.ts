import { invalidPageError, invalidStepError } from '../model/errors.ts'
import { compareVertices, toVertexRef, type VertexRef } from '../model/vertex.ts'
import type { Lineage } from '../view/view.ts'
import { type Arrangement, arrange, type Walks } from './arrange.ts'
import { type BoundaryVertex, boundaryOf } from './boundary.ts'
import { readCursor, writeCursor } from './cursor.ts'
import {
  collectEdges,
  type EdgeColumns,
  inducedEdges,
  type ListedEdge,
  type Span,
  toEdges,
} from './list-edges.ts'
import { listVertices, type NeighbourhoodVertex } from './list-vertices.ts'
import { type EdgesToPlace, placeEdges } from './place-edges.ts'
import { type NeighbourhoodQuery, type Scope, scopeOf } from './scope.ts'
import { type NeighbourhoodTotals, totalsOf } from './totals.ts'
import { beginWalk, hasNext, takeHop, type Walk } from './walk.ts'

/** The answer of {@link neighbourhood}, with the question. */
export interface Neighbourhood {
  readonly root: VertexRef
  readonly upstream: number
  readonly downstream: number
  /** The root and all vertices within reach, each once: closest first, then by type and id by code point. */
  readonly vertices: readonly NeighbourhoodVertex[]
  /**
   * The edges on a walk of at most `upstream` edges up or `downstream` edges down from the root, each
   * once: by the end that stands later in `vertices`, then by the other end, then in the order of
   * `EDGE_TYPES`. An edge is on the page that lists the later of its ends.
   */
  readonly edges: readonly ListedEdge[]
  /** Exact counts of the whole answer. */
  readonly totals: NeighbourhoodTotals
  /** Whether vertices follow after this page. */
  readonly truncated: boolean
  /** The cursor of the next page; null when there is none, or when nothing was to be listed. */
  readonly cursor: string | null
  /** Null when the budget sufficed; otherwise the hops that it allowed, for which the answer is exact. */
  readonly partial: { readonly upstream: number; readonly downstream: number } | null
  /** Listed vertices with unlisted neighbours; null unless requested. */
  readonly boundary: readonly BoundaryVertex[] | null
}

/**
 * The neighbourhood of a vertex. Takes time in proportion to what it finds, whatever the size of the graph. Throws
 * LINEAGE_INVALID_STEP for a hop count that is not a whole number from 0, LINEAGE_INVALID_PAGE for a wrong limit, cursor
 * or budget, and LINEAGE_UNKNOWN_VERTEX, with similar ids, for an unknown root.
 *
 * @example
 * ```ts
 * import { createLineageGraph, importContent, neighbourhood, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue\nMETRIC,revenue,METRIC,share'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * const root = { vertexType: 'METRIC', vertexId: 'revenue' } as const
 * const { vertices } = neighbourhood(graph, { root, upstream: 1, downstream: 1 })
 * vertices.map(({ vertexId }) => vertexId) // => ['revenue', 'orders', 'share']
 * ```
 */
export function neighbourhood(lineage: Lineage, query: NeighbourhoodQuery): Neighbourhood {
  assertQuery(query)
  const { root, upstream, downstream } = query
  const scope = scopeOf(lineage.view, query)
  const { walks, partial } = walkBoth(scope, query)
  const totals = totalsOf(scope, walks)
  const { arrangement, span } = arrangePage(scope, walks, query)
  const induced = query.induced ? inducedEdges(scope, walks, arrangement, span) : null
  const { listed, refs } = listVertices(scope.view, walks, arrangement, span.end)
  const truncated = span.end < totals.vertices
  const last = span.start < span.end ? listed[span.end - 1]! : null
  return {
    root: toVertexRef(root),
    upstream,
    downstream,
    vertices: span.start === 0 ? listed : listed.slice(span.start),
    edges: edgesOf(
      scope,
      { view: scope.view, walks, arrangement, span, refs },
      induced?.edges ?? null,
    ),
    totals: induced === null ? totals : { ...totals, edges: induced.total },
    truncated,
    cursor: truncated && last !== null ? writeCursor({ ...last, hop: nearest(last) }) : null,
    partial,
    boundary: query.boundary ? boundaryOf(scope, walks, arrangement, span) : null,
  }
}

function edgesOf(
  scope: Scope,
  given: EdgesToPlace,
  induced: EdgeColumns | null,
): readonly ListedEdge[] {
  const { walks, arrangement, span, refs } = given
  if (induced !== null) return toEdges(induced, refs)
  return scope.collapse ? toEdges(collectEdges(walks, arrangement, span), refs) : placeEdges(given)
}

/** Throws LINEAGE_INVALID_STEP for a hop count that is not a whole number from 0. */
export function assertHops({
  upstream,
  downstream,
}: Pick<NeighbourhoodQuery, 'upstream' | 'downstream'>): void {
  if (!isWhole(upstream)) throw invalidStepError('upstream', upstream)
  if (!isWhole(downstream)) throw invalidStepError('downstream', downstream)
}

function assertQuery(query: NeighbourhoodQuery): void {
  const { limit, budget } = query
  assertHops(query)
  if (limit !== undefined && !isWhole(limit)) throw invalidPageError('limit', limit)
  if (budget !== undefined && !isWhole(budget)) throw invalidPageError('budget', budget)
}

function isWhole(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

/** Walks both ways hop by hop in turn, so that a budget covers the closest vertices. */
function walkBoth(
  scope: Scope,
  { upstream, downstream, budget, limit, induced }: NeighbourhoodQuery,
): { readonly walks: Walks; readonly partial: Neighbourhood['partial'] } {
  const keepsHits = limit !== 0 && induced !== true && !scope.collapse
  const up = beginWalk(scope, 'up', keepsHits)
  const down = beginWalk(scope, 'down', keepsHits)
  const left = { left: budget ?? Number.POSITIVE_INFINITY }
  let hopsUp = 0
  let hopsDown = 0
  let isUpOpen = upstream > 0
  let isDownOpen = downstream > 0
  let isPartial = false
  while (isUpOpen || isDownOpen) {
    if (isUpOpen) {
      const went = takeHop(scope, up, left)
      if (went) hopsUp += 1
      else isPartial = true
      isUpOpen = went && hopsUp < upstream && hasNext(up)
    }
    if (isDownOpen) {
      const went = takeHop(scope, down, left)
      if (went) hopsDown += 1
      else isPartial = true
      isDownOpen = went && hopsDown < downstream && hasNext(down)
    }
  }
  const walks = { up, down, both: metByBoth(up, down) }
  return { walks, partial: isPartial ? { upstream: hopsUp, downstream: hopsDown } : null }
}

/** Places in the downward queue of the vertices that both walks found. */
function metByBoth(up: Walk, down: Walk): readonly number[] {
  const both: number[] = []
  const isUpFewer = up.buffer.count < down.buffer.count
  const fewer = isUpFewer ? up.buffer : down.buffer
  const more = isUpFewer ? down.buffer : up.buffer
  for (let place = 0; place < fewer.count; place++) {
    const other = more.placeOf(fewer.queue[place]!)
    if (other >= 0) both.push(isUpFewer ? other : place)
  }
  return both
}

/** Sorts the vertices of the page and the pages before it. */
function arrangePage(
  { view }: Scope,
  walks: Walks,
  { limit = Number.POSITIVE_INFINITY, cursor, induced }: NeighbourhoodQuery,
): { readonly arrangement: Arrangement; readonly span: Span } {
  const after = cursor === undefined ? null : readCursor(cursor)
  let start = after === null ? 0 : -1
  const arrangement = arrange(view, walks, ({ vertices, count }, { hop, from }) => {
    if (after !== null && start < 0 && hop >= after.hop) {
      start = from
      const isBehind = (number: number): boolean =>
        hop > after.hop || compareVertices(view.vertexAt(number), after) > 0
      while (start < count && !isBehind(vertices[start]!)) start += 1
    }
    return induced !== true && start >= 0 && count >= start + limit
  })
  const { count } = arrangement
  if (start < 0) start = count
  return { arrangement, span: { start, end: Math.min(count, start + limit) } }
}

function nearest({ upstreamHop, downstreamHop }: NeighbourhoodVertex): number {
  return Math.min(
    upstreamHop ?? Number.POSITIVE_INFINITY,
    downstreamHop ?? Number.POSITIVE_INFINITY,
  )
}
