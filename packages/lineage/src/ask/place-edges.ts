import type { VertexRef } from '../vertex.ts'
import { type Arrangement, MET_UP, type Walks } from './arrange.ts'
import type { ListedEdge, Span } from './list-edges.ts'
import { roleOf, type Scope, STOP } from './scope.ts'
import type { Walk } from './walk.ts'

/** What {@link placeEdges} places. */
export interface EdgesToPlace {
  readonly scope: Scope
  readonly walks: Walks
  readonly arrangement: Arrangement
  readonly span: Span
  /** The vertex at each position before the end of the page. */
  readonly refs: readonly VertexRef[]
}

/**
 * The edges of a page in their order, without sorting them: the adjacency of the vertices is gone through in the
 * order of the answer, so that what is under one later end comes nearly always by its earlier end. Only where
 * an edge leads back, or both walks met a vertex, a few are sorted. For walks that do not go through vertices.
 */
export function placeEdges(given: EdgesToPlace): readonly ListedEdge[] {
  const { end } = given.span
  if (LATER.counts.length <= end) LATER.counts = new Uint32Array(2 * end)
  LATER.counts.fill(0, 0, end + 1)
  FOUND.count = 0
  reserve(given.walks)
  const mixed = new Set<number>()
  noteUpward(given, mixed)
  noteDownward(given, mixed)
  return FOUND.count === 0 ? [] : inOrder(given, mixed)
}

/** By position, how many edges have their later end there; then where the next of them goes. */
const LATER = { counts: new Uint32Array(64) }

/** The edges as they are found, as columns of positions. Shared, because a question is answered before the next. */
const FOUND = {
  count: 0,
  sources: new Uint32Array(64),
  targets: new Uint32Array(64),
  types: new Uint8Array(64),
}

/** Makes room for as many edges as both walks used, which are at least as many as there are to be noted. */
function reserve({ up, down }: Walks): void {
  const most = up.edges + down.edges
  if (FOUND.types.length >= most) return
  FOUND.sources = new Uint32Array(2 * most)
  FOUND.targets = new Uint32Array(2 * most)
  FOUND.types = new Uint8Array(2 * most)
}

function noteUpward(
  { scope, walks: { up }, arrangement, span }: EdgesToPlace,
  mixed: Set<number>,
): void {
  const { vertices, upPositions: positions } = arrangement
  const { marks, base } = up.lane
  const { starts, counts, words } = up.lists
  const { sources, targets, types: masks } = FOUND
  const { counts: laterCounts } = LATER
  let { count } = FOUND
  for (let near = 0; near < span.end; near++) {
    const vertex = vertices[near]!
    if (!isExpanded(up, vertex)) continue
    const stop = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < stop; at++) {
      const types = words[at]! & scope.edgeMask
      const neighbour = words[at]! >>> 2
      if (types === 0 || (scope.roles !== null && roleOf(scope, neighbour) === STOP)) continue
      const far = positions[marks[neighbour]! - base]!
      if (far >= span.end || (far < span.start && near < span.start)) continue
      if (far <= near) mixed.add(near)
      sources[count] = far
      targets[count] = near
      masks[count] = types
      count += 1
      laterCounts[Math.max(far, near)]! += types === 3 ? 2 : 1
    }
  }
  FOUND.count = count
}

function noteDownward(
  { scope, walks: { up, down }, arrangement, span }: EdgesToPlace,
  mixed: Set<number>,
): void {
  const { vertices, sides, downPositions: positions } = arrangement
  const { marks, base } = down.lane
  const { starts, counts, words } = down.lists
  const { sources, targets, types: masks } = FOUND
  const { counts: laterCounts } = LATER
  let { count } = FOUND
  for (let near = 0; near < span.end; near++) {
    const vertex = vertices[near]!
    if (!isExpanded(down, vertex)) continue
    const isAbove = (sides[near]! & MET_UP) !== 0
    const stop = starts[vertex]! + counts[vertex]!
    for (let at = starts[vertex]!; at < stop; at++) {
      const types = words[at]! & scope.edgeMask
      const neighbour = words[at]! >>> 2
      if (types === 0 || (scope.roles !== null && roleOf(scope, neighbour) === STOP)) continue
      const far = positions[marks[neighbour]! - base]!
      if (far >= span.end || (far < span.start && near < span.start)) continue
      // In a cycle both walks can use an edge; the upward one did when it went on from its end.
      if (isAbove && isExpanded(up, neighbour)) continue
      if (far <= near) mixed.add(near)
      else if ((sides[far]! & MET_UP) !== 0) mixed.add(far)
      sources[count] = near
      targets[count] = far
      masks[count] = types
      count += 1
      laterCounts[Math.max(far, near)]! += types === 3 ? 2 : 1
    }
  }
  FOUND.count = count
}

/** Whether the walk has met the vertex and gone on from it. */
function isExpanded({ lane, expanded }: Walk, vertex: number): boolean {
  const place = lane.placeOf(vertex)
  return place >= 0 && place < expanded
}

function inOrder({ span, refs }: EdgesToPlace, mixed: ReadonlySet<number>): readonly ListedEdge[] {
  const { counts } = LATER
  let total = 0
  for (let position = span.start; position < span.end; position++) {
    const count = counts[position]!
    counts[position] = total
    total += count
  }
  const edges = new Array<ListedEdge>(total)
  const keys = mixed.size === 0 ? null : new Float64Array(total)
  const { sources, targets, types, count } = FOUND
  for (let i = 0; i < count; i++) {
    const source = sources[i]!
    const target = targets[i]!
    const later = Math.max(source, target)
    const src = refs[source]!
    const dst = refs[target]!
    const key = source > target ? 2 * target + 1 : 2 * source
    if ((types[i]! & 1) !== 0) {
      const place = counts[later]!++
      edges[place] = { src, dst, edgeType: 'COLUMN_IMPACT' }
      if (keys !== null) keys[place] = key
    }
    if ((types[i]! & 2) !== 0) {
      const place = counts[later]!++
      edges[place] = { src, dst, edgeType: 'TABLE_IMPACT' }
      if (keys !== null) keys[place] = key
    }
  }
  if (keys !== null) {
    for (const later of mixed) {
      // Each count is now where the next position begins.
      const start = later === span.start ? 0 : counts[later - 1]!
      if (later >= span.start) sortSpan(edges, keys, start, counts[later]!)
    }
  }
  return edges
}

/** So few are sorted faster by inserting each. */
const FEW = 32

/** Keys times this, plus a place, are exact in a double: there are fewer than 2^25 edges under one end. */
const PLACES = 2 ** 25

/** Sorts by key; equal ones, which are the types of one pair, keep their order. */
function sortSpan(edges: ListedEdge[], keys: Float64Array, start: number, end: number): void {
  if (end - start > FEW) {
    const order = new Float64Array(end - start)
    for (let i = 0; i < order.length; i++) order[i] = keys[start + i]! * PLACES + i
    order.sort()
    const before = edges.slice(start, end)
    for (let i = 0; i < order.length; i++) edges[start + i] = before[order[i]! % PLACES]!
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
