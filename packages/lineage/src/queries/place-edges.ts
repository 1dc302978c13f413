import type { SlicedWork } from '@tributary/core/internal'
import type { VertexRef } from '../model/vertex.ts'
import type { LineageView } from '../view/view.ts'
import type { Arrangement, Walks } from './arrange.ts'
import type { ListedEdge, Span } from './list-edges.ts'
import type { Way } from './scope.ts'
import type { Walk } from './walk.ts'

/** Input of {@link placeEdges}. */
export interface EdgesToPlace {
  readonly view: LineageView
  readonly walks: Walks
  readonly arrangement: Arrangement
  readonly span: Span
  /** The vertex at each position before the end of the page. */
  readonly refs: readonly VertexRef[]
}

/** The edges of a page that are being placed. */
export interface Placing {
  readonly given: EdgesToPlace
  /** By position, how many edges have their later end there; once they are counted, where the next of them goes. */
  readonly counts: Uint32Array
  /** Later ends whose edges have to be sorted. */
  readonly mixed: number[]
  edges: ListedEdge[]
  /** Sort keys of the edges; null when there is nothing to sort. */
  keys: Uint32Array | null
  phase: 'COUNT' | 'PLACE'
  way: Way
  near: number
}

/**
 * Begins to place the edges of a page in order, nearly without sorting: going through the hits of the walks in answer
 * order, the edges of one later end come nearly always sorted by their earlier end. Only where an edge leads back, or
 * both walks found a vertex, a few are sorted. Needs walks that keep their hits.
 */
export function beginPlacing(input: EdgesToPlace): Placing {
  const counts = input.view.buffers.laterCounts(input.span.end)
  const state = { phase: 'COUNT', way: 'up', near: 0 } as const
  return { given: input, counts, mixed: [], edges: [], keys: null, ...state }
}

/** Hits read at once: about a millisecond of work. */
const PLACED_AT_ONCE = 8192

/** Places on. Returns whether all edges are placed; then {@link sortMixedEdges} sorts when there are keys. */
export function placeOn(placing: Placing): boolean {
  const { given: input, counts, mixed } = placing
  const { view, span } = input
  let remainingWork = PLACED_AT_ONCE
  for (;;) {
    const { phase, way, near } = placing
    const goOn =
      phase === 'COUNT' ? settle(placing, near, remainingWork) : emit(placing, near, remainingWork)
    remainingWork -= goOn.read
    placing.near = goOn.near
    if (goOn.near < span.end) return false
    placing.near = 0
    if (way === 'up') placing.way = 'down'
    else if (phase === 'PLACE') return true
    else {
      const total = startEach(span, counts)
      if (total === 0) return true
      placing.edges = new Array(total)
      placing.keys = mixed.length === 0 ? null : view.buffers.edgeKeys(total)
      placing.phase = 'PLACE'
      placing.way = 'up'
    }
  }
}

/** How far {@link settle} or {@link emit} went, and how many hits it read. */
interface Went {
  readonly near: number
  readonly read: number
}

/**
 * Replaces the places in the hits of a walk by positions, drops what is not on the page, counts the rest by later
 * end, and adds to `mixed` the later ends whose edges are not in order. Goes on at `first`.
 */
function settle({ given: input, way, counts, mixed }: Placing, first: number, most: number): Went {
  const { walks, arrangement, span } = input
  const { up, both } = walks
  const { upPlaces } = arrangement
  const { buffer, expanded } = walks[way]
  const { hits, hitEnds } = buffer
  const isDown = way === 'down'
  const places = isDown ? arrangement.downPlaces : upPlaces
  const positions = isDown ? arrangement.downPositions : arrangement.upPositions
  const sharesMore = isDown && both.length > 1
  let remainingWork = most
  let near = first
  for (; near < span.end && remainingWork > 0; near++) {
    remainingWork -= 1
    const place = places[near]!
    if (place < 0 || place >= expanded) continue
    const isAbove = isDown && upPlaces[near]! >= 0
    let leadsBack = false
    const end = hitEnds[place]!
    const start = place === 0 ? 0 : hitEnds[place - 1]!
    remainingWork -= end - start
    for (let at = start; at < end; at++) {
      const hit = hits[at]!
      const far = positions[hit >>> 2]!
      const later = Math.max(far, near)
      // In a cycle both walks can use an edge; the upward one did when it went on from its end.
      if (later >= span.end || later < span.start || (isAbove && hasExpanded(up, upPlaces[far]!))) {
        hits[at] = 0
        continue
      }
      if (far <= near) leadsBack = true
      else if (sharesMore && upPlaces[far]! >= 0) mixed.push(far)
      const types = hit & 3
      hits[at] = (far << 2) | types
      counts[later]! += types === 3 ? 2 : 1
    }
    if (leadsBack) mixed.push(near)
  }
  return { near, read: most - remainingWork }
}

/** Whether the walk went on from the vertex at a place; negative places are not in its queue. */
function hasExpanded({ expanded }: Walk, place: number): boolean {
  return place >= 0 && place < expanded
}

/** Replaces the counts by the start of each later end and returns the number of edges. */
function startEach({ start, end }: Span, counts: Uint32Array): number {
  let total = 0
  for (let position = start; position < end; position++) {
    const count = counts[position]!
    counts[position] = total
    total += count
  }
  return total
}

/** Creates the edges of a walk, each at its index. Goes on at `first`. */
function emit(
  { given: input, way, counts, edges, keys }: Placing,
  first: number,
  most: number,
): Went {
  const { walks, arrangement, span, refs } = input
  const { buffer, expanded } = walks[way]
  const { hits, hitEnds } = buffer
  const isDown = way === 'down'
  const places = isDown ? arrangement.downPlaces : arrangement.upPlaces
  let remainingWork = most
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
      const far = hit >>> 2
      const src = isDown ? nearRef : refs[far]!
      const dst = isDown ? refs[far]! : nearRef
      const isFarLater = far > near
      const later = isFarLater ? far : near
      const earlier = isFarLater ? near : far
      // Of two between the same ends first the one whose source is the earlier.
      const key = 2 * earlier + (isFarLater === isDown || far === near ? 0 : 1)
      if ((hit & 1) !== 0) {
        const slot = counts[later]!++
        edges[slot] = { src, dst, edgeType: 'COLUMN_IMPACT' }
        if (keys !== null) keys[slot] = key
      }
      if ((hit & 2) !== 0) {
        const slot = counts[later]!++
        edges[slot] = { src, dst, edgeType: 'TABLE_IMPACT' }
        if (keys !== null) keys[slot] = key
      }
    }
  }
  return { near, read: most - remainingWork }
}

/** Sorts the edges under the later ends whose edges are not in order. */
export function* sortMixedEdges({
  mixed,
  given: input,
  counts,
  edges,
  keys,
}: Placing): SlicedWork<void> {
  const first = input.span.start
  let sorted = 0
  for (const later of new Set(mixed)) {
    // Each count is now where the next position begins.
    const start = later === first ? 0 : counts[later - 1]!
    if (later >= first) sortSpan(edges, keys!, start, counts[later]!)
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
