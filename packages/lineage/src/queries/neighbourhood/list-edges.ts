import type { SlicedWork } from '@tributary/core/internal'
import type { EdgeType } from '../../model/edge.ts'
import type { VertexRef } from '../../model/vertex.ts'
import type { LineageView } from '../../view/view.ts'
import { type Arrangement, findPosition, type Span } from './arrange.ts'
import { forEachNeighbour, type Scope } from './scope.ts'
import { countTypes, type Walk, type Walks } from './walk.ts'

/** An edge of an answer. */
export interface ListedEdge {
  readonly src: VertexRef
  readonly dst: VertexRef
  readonly edgeType: EdgeType
  /** Present when no edge exists, only a path through vertices that are not listed. */
  readonly derived?: true
}

/** Links among the vertices of an answer in one direction, as hits of their nearer ends. */
interface Links {
  readonly isDown: boolean
  /** See `BfsBuffer`; {@link settle} replaces the places by positions. */
  readonly hits: Uint32Array
  readonly hitEnds: Uint32Array
  /** Number of places with hits. */
  readonly expanded: number
  /** By position in the answer, the place; negative when the vertex has none. */
  readonly places: Int32Array
  /** By place, the position in the answer, or `NOT_LISTED`. */
  readonly positions: Uint32Array
  /** Links that are listed before; null for none. Those that are the same are listed once. */
  readonly previous: Links | null
  /** Whether the previous links may lead to the same vertices, apart from the root. */
  readonly sharesVertices: boolean
}

/** The links that the walks used. */
export function toLinks({ up, down, both }: Walks, arrangement: Arrangement): readonly Links[] {
  const toWalkLinks = ({ buffer: { hits, hitEnds }, expanded }: Walk) => ({
    hits,
    hitEnds,
    expanded,
  })
  const upLinks: Links = {
    ...toWalkLinks(up),
    isDown: false,
    places: arrangement.upPlaces,
    positions: arrangement.upPositions,
    previous: null,
    sharesVertices: false,
  }
  const downLinks: Links = {
    ...toWalkLinks(down),
    isDown: true,
    places: arrangement.downPlaces,
    positions: arrangement.downPositions,
    previous: upLinks,
    sharesVertices: both.length > 1,
  }
  return [upLinks, downLinks]
}

/** All links among the vertices of a complete arrangement, whether a walk used them or not. */
export interface InducedLinks {
  readonly links: Links
  /** Number of edges; a pair with edges of both types counts two. */
  readonly total: number
}

/** Vertices whose neighbours are read between two yields. */
const READ_AT_ONCE = 4096

/** Finds the links among the vertices of a complete arrangement. Needs walks that keep no hits. */
export function* findInducedLinks(
  scope: Scope,
  walks: Walks,
  arrangement: Arrangement,
): SlicedWork<InducedLinks> {
  const { count, vertices } = arrangement
  const { buffer } = walks.down
  let hitCount = 0
  let total = 0
  for (let source = 0; source < count; source++) {
    if (source % READ_AT_ONCE === 0) yield
    yield* forEachNeighbour(scope, vertices[source]!, 'down', (neighbour, link) => {
      const target = findPosition(walks, arrangement, neighbour)
      if (target >= count) return
      total += countTypes(link)
      buffer.reserveHits(hitCount, 1)[hitCount++] = (target << 4) | link
    })
    buffer.hitEnds[source] = hitCount
  }
  // A place is a position.
  const places = new Int32Array(count).map((_, position) => position)
  const links: Links = {
    isDown: true,
    hits: buffer.hits,
    hitEnds: buffer.hitEnds,
    expanded: count,
    places,
    positions: new Uint32Array(places.buffer),
    previous: null,
    sharesVertices: false,
  }
  return { links, total }
}

/** The edges of a page that are being placed. */
interface Placing {
  readonly span: Span
  /** The vertex at each position before the end of the page. */
  readonly refs: readonly VertexRef[]
  /** By position, how many edges have their later end there; once they are counted, where the next of them goes. */
  readonly counts: Uint32Array
  /** Later ends whose edges have to be sorted. */
  readonly mixed: number[]
  /** Hits that may be read before the next yield. */
  slice: number
}

/** Hits read between two yields: about a millisecond of work. */
const PLACED_AT_ONCE = 8192

/**
 * The edges of a page in order, nearly without sorting: going through the hits in answer order, the edges of one later end
 * come nearly always sorted by their earlier end. Only where an edge leads back, or both walks found a vertex, a few are
 * sorted.
 */
export function* listEdges(
  view: LineageView,
  directions: readonly Links[],
  span: Span,
  refs: readonly VertexRef[],
): SlicedWork<readonly ListedEdge[]> {
  const counts = view.buffers.laterCounts(span.end)
  const placing: Placing = { span, refs, counts, mixed: [], slice: PLACED_AT_ONCE }
  for (const links of directions) {
    for (let near = 0; near < span.end; ) {
      near = settle(placing, links, near)
      if (placing.slice > 0) continue
      yield
      placing.slice = PLACED_AT_ONCE
    }
  }
  const total = toStarts(span, counts)
  const edges = new Array<ListedEdge>(total)
  if (total === 0) return edges
  const keys = placing.mixed.length === 0 ? null : view.buffers.edgeKeys(total)
  for (const links of directions) {
    for (let near = 0; near < span.end; ) {
      near = emit(placing, links, near, edges, keys)
      if (placing.slice > 0) continue
      yield
      placing.slice = PLACED_AT_ONCE
    }
  }
  if (keys !== null) yield* sortMixedEdges(placing, edges, keys)
  return edges
}

/**
 * Replaces the places in the hits by positions, drops those that are not on the page, counts the others by later end, and adds
 * to `mixed` the later ends whose edges are not in order. Begins at the position `first`, and returns where to go on.
 */
function settle(placing: Placing, links: Links, first: number): number {
  const { span, counts, mixed } = placing
  const { hits, hitEnds, expanded, places, positions, previous, sharesVertices } = links
  let remainingWork = placing.slice
  let near = first
  for (; near < span.end && remainingWork > 0; near++) {
    remainingWork -= 1
    const place = places[near]!
    if (place < 0 || place >= expanded) continue
    const mayRepeat = previous !== null && previous.places[near]! >= 0
    let leadsBack = false
    const end = hitEnds[place]!
    const start = place === 0 ? 0 : hitEnds[place - 1]!
    remainingWork -= end - start
    for (let at = start; at < end; at++) {
      const hit = hits[at]!
      const far = positions[hit >>> 4]!
      const later = Math.max(far, near)
      // In a cycle both walks can use an edge; the upward one did when it went on from its end.
      if (later >= span.end || later < span.start || (mayRepeat && hasHits(previous, far))) {
        hits[at] = 0
        continue
      }
      if (far <= near) leadsBack = true
      else if (sharesVertices && previous!.places[far]! >= 0) mixed.push(far)
      const link = hit & 15
      hits[at] = (far << 4) | link
      counts[later]! += (link & 3) === 3 ? 2 : 1
    }
    if (leadsBack) mixed.push(near)
  }
  placing.slice = remainingWork
  return near
}

/** Whether there are hits of the vertex at a position. */
function hasHits({ places, expanded }: Links, position: number): boolean {
  const place = places[position]!
  return place >= 0 && place < expanded
}

/** Replaces the counts by the start of each later end and returns the number of edges. */
function toStarts({ start, end }: Span, counts: Uint32Array): number {
  let total = 0
  for (let position = start; position < end; position++) {
    const count = counts[position]!
    counts[position] = total
    total += count
  }
  return total
}

/** Creates the edges of the links, each at its index. Begins at the position `first`, and returns where to go on. */
function emit(
  placing: Placing,
  { isDown, hits, hitEnds, expanded, places }: Links,
  first: number,
  edges: ListedEdge[],
  keys: Uint32Array | null,
): number {
  const { span, refs, counts } = placing
  let remainingWork = placing.slice
  let near = first
  for (; near < span.end && remainingWork > 0; near++) {
    remainingWork -= 1
    const place = places[near]!
    if (place < 0 || place >= expanded) continue
    const nearRef = refs[near]!
    const end = hitEnds[place]!
    const start = place === 0 ? 0 : hitEnds[place - 1]!
    remainingWork -= end - start
    for (let at = start; at < end; at++) {
      const hit = hits[at]!
      if ((hit & 3) === 0) continue
      const far = hit >>> 4
      const src = isDown ? nearRef : refs[far]!
      const dst = isDown ? refs[far]! : nearRef
      const isFarLater = far > near
      const later = isFarLater ? far : near
      const earlier = isFarLater ? near : far
      // Of two between the same ends first the one whose source is the earlier.
      const key = 2 * earlier + (isFarLater === isDown || far === near ? 0 : 1)
      if ((hit & 1) !== 0) {
        const slot = counts[later]!++
        edges[slot] = createEdge(src, dst, 'COLUMN_IMPACT', (hit & 4) !== 0)
        if (keys !== null) keys[slot] = key
      }
      if ((hit & 2) !== 0) {
        const slot = counts[later]!++
        edges[slot] = createEdge(src, dst, 'TABLE_IMPACT', (hit & 8) !== 0)
        if (keys !== null) keys[slot] = key
      }
    }
  }
  placing.slice = remainingWork
  return near
}

function createEdge(
  src: VertexRef,
  dst: VertexRef,
  edgeType: EdgeType,
  exists: boolean,
): ListedEdge {
  return exists ? { src, dst, edgeType } : { src, dst, edgeType, derived: true }
}

/** Sorts the edges under the later ends whose edges are not in order. */
function* sortMixedEdges(
  { mixed, span, counts }: Placing,
  edges: ListedEdge[],
  keys: Uint32Array,
): SlicedWork<void> {
  let sorted = 0
  for (const later of new Set(mixed)) {
    // Each count is now where the next position begins.
    const start = later === span.start ? 0 : counts[later - 1]!
    if (later >= span.start) sortSpan(edges, keys, start, counts[later]!)
    sorted += 1 + counts[later]! - start
    if (sorted > PLACED_AT_ONCE) {
      sorted = 0
      yield
    }
  }
}

/** Up to so many are sorted by insertion. */
const FEW = 32

/** Keys times this, plus a place, are exact in a double: there are fewer than 2^25 edges under one end. */
const PLACES = 2 ** 25

/** Sorts by key; equal ones, which are the types of one pair, keep their order. */
function sortSpan(edges: ListedEdge[], keys: Uint32Array, start: number, end: number): void {
  if (end - start > FEW) {
    const order = new Float64Array(end - start)
    for (let i = 0; i < order.length; i++) order[i] = keys[start + i]! * PLACES + i
    order.sort()
    const before = edges.slice(start, end)
    const keysBefore = keys.slice(start, end)
    for (let i = 0; i < order.length; i++) {
      const from = order[i]! % PLACES
      edges[start + i] = before[from]!
      keys[start + i] = keysBefore[from]!
    }
    return
  }
  for (let next = start + 1; next < end; next++) {
    const edge = edges[next]!
    const key = keys[next]!
    let at = next
    for (; at > start && keys[at - 1]! > key; at--) {
      edges[at] = edges[at - 1]!
      keys[at] = keys[at - 1]!
    }
    edges[at] = edge
    keys[at] = key
  }
}
