import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import { invalidPageError, invalidStepError } from '../../model/errors.ts'
import { firstPlace } from '../../model/first-place.ts'
import { compareVertices, toVertexRef, type VertexRef } from '../../model/vertex.ts'
import type { Lineage, LineageView } from '../../view/view.ts'
import { type Arrangement, arrange, type LastHop, type Span } from './arrange.ts'
import { type BoundaryVertex, collectBoundary } from './boundary.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { findInducedLinks, type ListedEdge, listEdges, toLinks } from './list-edges.ts'
import { listVertices, type NeighbourhoodVertex } from './list-vertices.ts'
import { type NeighbourhoodQuery, resolveScope } from './scope.ts'
import {
  computeTotals,
  measureWalks,
  type NeighbourhoodSize,
  type NeighbourhoodTotals,
} from './totals.ts'
import { walkBoth } from './walk.ts'

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
  return runToEnd(neighbourhoodInSlices(lineage, query))
}

/** {@link neighbourhood} as work in slices. `assertSize` may throw before anything is counted or listed. */
export function* neighbourhoodInSlices(
  lineage: Lineage,
  query: NeighbourhoodQuery,
  assertSize?: (size: NeighbourhoodSize) => void,
): SlicedWork<Neighbourhood> {
  assertQuery(query)
  const { root, upstream, downstream } = query
  const scope = resolveScope(lineage.view, query)
  const { view } = scope
  const walks = yield* walkBoth(scope, query)
  assertSize?.(measureWalks(walks))
  const totals = yield* computeTotals(scope, walks)
  const page = createPage(view, query)
  const arrangement = yield* arrange(view, walks, page.isEnough)
  const span = toPageSpan(page, arrangement)
  const induced = query.induced ? yield* findInducedLinks(scope, walks, arrangement) : null
  const links = induced === null ? toLinks(walks, arrangement) : [induced.links]
  const { listed, refs } = yield* listVertices(view, walks, arrangement, span.end)
  const edges = yield* listEdges(view, links, span, refs)
  const truncated = span.end < totals.vertices
  const last = span.start < span.end ? listed[span.end - 1]! : null
  return {
    root: toVertexRef(root),
    upstream,
    downstream,
    vertices: span.start === 0 ? listed : listed.slice(span.start),
    edges,
    totals: induced === null ? totals : { ...totals, edges: induced.total },
    truncated,
    cursor: truncated && last !== null ? writeCursor({ ...last, hop: toNearestHop(last) }) : null,
    partial: walks.isPartial
      ? { upstream: walks.up.ends.length - 1, downstream: walks.down.ends.length - 1 }
      : null,
    boundary: query.boundary ? yield* collectBoundary(scope, walks, arrangement, span) : null,
  }
}

/** Throws LINEAGE_INVALID_STEP for a hop count that is not a whole number from 0. */
export function assertHops({
  upstream,
  downstream,
}: Pick<NeighbourhoodQuery, 'upstream' | 'downstream'>): void {
  if (!isCount(upstream)) throw invalidStepError('upstream', upstream)
  if (!isCount(downstream)) throw invalidStepError('downstream', downstream)
}

function assertQuery(query: NeighbourhoodQuery): void {
  const { limit, budget } = query
  assertHops(query)
  if (limit !== undefined && !isCount(limit)) throw invalidPageError('limit', limit)
  if (budget !== undefined && !isCount(budget)) throw invalidPageError('budget', budget)
}

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

/** Where a page begins and how long it may be, as far as it is known. */
interface Page {
  readonly limit: number
  /** Whether the hops arranged so far have all of the page. Notes the first position when it is reached. */
  readonly isEnough: (arrangement: Arrangement, last: LastHop) => boolean
  /** The first position; -1 while it is not known. */
  start: number
}

function createPage(
  view: LineageView,
  { limit = Number.POSITIVE_INFINITY, cursor, induced }: NeighbourhoodQuery,
): Page {
  const after = cursor === undefined ? null : readCursor(cursor)
  const page: Page = {
    limit,
    start: after === null ? 0 : -1,
    isEnough: ({ vertices, count }, { hop, from }) => {
      if (after !== null && page.start < 0 && hop >= after.hop) {
        const isBefore = (place: number): boolean =>
          compareVertices(view.vertexAt(vertices[from + place]!), after) <= 0
        page.start = from + (hop > after.hop ? 0 : firstPlace(count - from, isBefore))
      }
      return induced !== true && page.start >= 0 && count >= page.start + limit
    },
  }
  return page
}

function toPageSpan({ start, limit }: Page, { count }: Arrangement): Span {
  const first = start < 0 ? count : start
  return { start: first, end: Math.min(count, first + limit) }
}

function toNearestHop({ upstreamHop, downstreamHop }: NeighbourhoodVertex): number {
  return Math.min(
    upstreamHop ?? Number.POSITIVE_INFINITY,
    downstreamHop ?? Number.POSITIVE_INFINITY,
  )
}
