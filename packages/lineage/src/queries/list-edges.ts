import type { SlicedWork } from '@tributary/core/internal'
import { type EdgeType, listEdgeTypes } from '../model/edge.ts'
import type { VertexRef } from '../model/vertex.ts'
import { NOT_LISTED } from '../view/bfs-buffer.ts'
import { type Arrangement, findPosition, type Walks } from './arrange.ts'
import { forEachNeighbour, type Scope } from './scope.ts'
import { sortNumbers } from './sort-numbers.ts'
import { countTypes } from './walk.ts'

/** Edges between two yields: less than a millisecond of work. */
const AT_ONCE = 4096

/** Edges between positions of an arrangement, as columns. */
export interface EdgeColumns {
  readonly sources: number[]
  readonly targets: number[]
  /** Bit mask of the edge types; two bits higher those of them that are derived. */
  readonly types: number[]
}

/** The positions on a page: from `start`, before `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The edges of a page of walks that collapse vertices. `refs` gives the vertex at a position. */
export function* collapsedEdges(
  walks: Walks,
  arrangement: Arrangement,
  span: Span,
  refs: readonly VertexRef[],
): SlicedWork<readonly ListedEdge[]> {
  return yield* toEdges(yield* collectEdges(walks, arrangement, span), refs)
}

/**
 * The edges of the walks that belong to the page, each pair once: both ends are listed up to the end of the page,
 * and one of them on it.
 */
function* collectEdges(
  walks: Walks,
  arrangement: Arrangement,
  span: Span,
): SlicedWork<EdgeColumns> {
  const { up, down } = walks
  const { upPositions, downPositions } = arrangement
  const edges: EdgeColumns = { sources: [], targets: [], types: [] }
  const { near, far, types, count } = up.buffer.links
  for (let i = 0; i < count; i++) {
    if (i % AT_ONCE === 0) yield
    addEdge(edges, upPositions[far[i]!]!, upPositions[near[i]!]!, types[i]!, span)
  }
  const below = down.buffer.links
  for (let i = 0; i < below.count; i++) {
    if (i % AT_ONCE === 0) yield
    // In a cycle both walks can use an edge; the upward one did when it went on from its end.
    if (isUsedUpwards(walks, below.near[i]!, below.far[i]!)) continue
    const source = downPositions[below.near[i]!]!
    addEdge(edges, source, downPositions[below.far[i]!]!, below.types[i]!, span)
  }
  return yield* sortEdgeColumns(edges, arrangement.count)
}

/** Adds an edge if it belongs to the page. */
export function addEdge(
  { sources, targets, types }: EdgeColumns,
  source: number,
  target: number,
  mask: number,
  { start, end }: Span,
): void {
  const later = Math.max(source, target)
  if (later === NOT_LISTED || later < start || later >= end) return
  sources.push(source)
  targets.push(target)
  types.push(mask)
}

/** Whether the upward walk also used a link of the downward one, given by its places in the queue. */
export function isUsedUpwards({ up, down }: Walks, near: number, far: number): boolean {
  if (!up.buffer.has(down.buffer.queue[near]!)) return false
  const place = up.buffer.placeOf(down.buffer.queue[far]!)
  return place >= 0 && place < up.expanded
}

/**
 * The edges sorted by the end at the later position, then by the other; of two between the same ends first the one
 * whose source is earlier. `positions` is at most 2^24, so that a whole edge fits into a double.
 */
export function* sortEdgeColumns(
  { sources, targets, types }: EdgeColumns,
  positions: number,
): SlicedWork<EdgeColumns> {
  const unsorted = new Float64Array(sources.length)
  for (const [i, source] of sources.entries()) {
    if (i % AT_ONCE === 0) yield
    const target = targets[i]!
    const [later, earlier] = source > target ? [source, 2 * target + 1] : [target, 2 * source]
    unsorted[i] = (later * 2 * positions + earlier) * 16 + types[i]!
  }
  const edges: EdgeColumns = { sources: [], targets: [], types: [] }
  for (const key of yield* sortNumbers(unsorted)) {
    if (edges.types.length % AT_ONCE === 0) yield
    const pair = Math.floor(key / 16)
    const later = Math.floor(pair / (2 * positions))
    const earlier = pair % (2 * positions)
    const isSourceLater = earlier % 2 === 1
    edges.sources.push(isSourceLater ? later : earlier / 2)
    edges.targets.push(isSourceLater ? (earlier - 1) / 2 : later)
    edges.types.push(key % 16)
  }
  return edges
}

/** An edge of an answer. */
export interface ListedEdge {
  readonly src: VertexRef
  readonly dst: VertexRef
  readonly edgeType: EdgeType
  /** Present when no edge exists, only a path through vertices that are not listed. */
  readonly derived?: true
}

/** The edges as objects, one for each type. `refs` gives the vertex at a position. */
export function* toEdges(
  { sources, targets, types }: EdgeColumns,
  refs: readonly VertexRef[],
): SlicedWork<readonly ListedEdge[]> {
  const edges: ListedEdge[] = []
  for (let i = 0; i < sources.length; i++) {
    if (i % AT_ONCE === 0) yield
    const src = refs[sources[i]!]!
    const dst = refs[targets[i]!]!
    const derived = listEdgeTypes(types[i]! >>> 2)
    for (const edgeType of listEdgeTypes(types[i]!)) {
      if (derived.includes(edgeType)) edges.push({ src, dst, edgeType, derived: true })
      else edges.push({ src, dst, edgeType })
    }
  }
  return edges
}

/** All edges among the vertices found, whether a walk used them or not. */
export interface InducedEdges {
  /** Those of the page, in order. */
  readonly edges: EdgeColumns
  /** Number of edges in the whole answer; a pair with edges of both types counts two. */
  readonly total: number
}

/** Collects the edges among the vertices of a complete arrangement. */
export function* inducedEdges(
  scope: Scope,
  walks: Walks,
  arrangement: Arrangement,
  span: Span,
): SlicedWork<InducedEdges> {
  const edges: EdgeColumns = { sources: [], targets: [], types: [] }
  const everywhere = arrangement.count
  let total = 0
  for (let source = 0; source < everywhere; source++) {
    if (source % AT_ONCE === 0) yield
    yield* forEachNeighbour(scope, arrangement.vertices[source]!, 'down', (vertex, types) => {
      const target = findPosition(walks, arrangement, vertex)
      if (target >= everywhere) return
      total += countTypes(types)
      addEdge(edges, source, target, types, span)
    })
  }
  return { edges: yield* sortEdgeColumns(edges, everywhere), total }
}
