import type { SlicedWork } from '@tributary/core/internal'
import type { Vertex, VertexRef } from '../../model/vertex.ts'
import type { LineageView } from '../../view/view.ts'
import type { Arrangement, Span } from './arrange.ts'
import { findHop, type Walks } from './walk.ts'

/** A vertex with its distance from the root. Only a vertex in a cycle with the root has both hops. */
export interface NeighbourhoodVertex extends Vertex {
  /** The fewest edges down from here to the root; null when not reached upstream. */
  readonly upstreamHop: number | null
  /** The fewest edges down from the root to here; null when not reached downstream. */
  readonly downstreamHop: number | null
}

/** The vertices of an answer and their references. */
export interface Listing {
  readonly listed: NeighbourhoodVertex[]
  readonly refs: VertexRef[]
}

/** Vertices listed between two yields: about a millisecond of work. */
const LISTED_AT_ONCE = 4096

/** Lists the vertices of all positions before `end`. */
export function* listVertices(
  view: LineageView,
  walks: Walks,
  arrangement: Arrangement,
  end: number,
): SlicedWork<Listing> {
  const listing = { listed: new Array<NeighbourhoodVertex>(end), refs: new Array<VertexRef>(end) }
  let hop = 0
  for (let start = 0; start < end; start += LISTED_AT_ONCE) {
    if (start > 0) yield
    const span = { start, end: Math.min(end, start + LISTED_AT_ONCE) }
    hop = listSpan(view, walks, arrangement, listing, span, hop)
  }
  return listing
}

/** Lists the vertices of a span, the first of which is at the given hop or later. Returns the hop of the last one. */
function listSpan(
  view: LineageView,
  { up, down }: Walks,
  { vertices, upPlaces, downPlaces, hopEnds }: Arrangement,
  { listed, refs }: Listing,
  { start, end }: Span,
  firstHop: number,
): number {
  let hop = firstHop
  for (let position = start; position < end; position++) {
    if (position % AHEAD === 0)
      fetchAhead(view, vertices, position, Math.min(end, position + AHEAD))
    while (position >= hopEnds[hop]!) hop += 1
    const number = vertices[position]!
    const { vertexId, vertexType, displayName, description, custom } = view.vertexAt(number)
    const upPlace = upPlaces[position]!
    const downPlace = downPlaces[position]!
    const isBoth = upPlace >= 0 && downPlace >= 0
    const upstreamHop = upPlace < 0 ? null : isBoth ? findHop(up, upPlace) : hop
    const downstreamHop = downPlace < 0 ? null : isBoth ? findHop(down, downPlace) : hop
    listed[position] = {
      vertexId,
      vertexType,
      displayName,
      description,
      custom,
      upstreamHop,
      downstreamHop,
    }
    refs[position] = view.refAt(number)
  }
  return hop
}

/** Vertices to read ahead: few enough to stay in the cache. */
const AHEAD = 64

/**
 * Reads one field of every vertex. In a loop that does nothing else the processor waits for many places in memory
 * at once: large answers take a quarter to a third less time.
 */
function fetchAhead(view: LineageView, vertices: Uint32Array, start: number, end: number): void {
  let withCustom = 0
  for (let position = start; position < end; position++) {
    if (view.vertexAt(vertices[position]!).custom !== null) withCustom += 1
  }
  view.buffers.lastFetched = withCustom
}
