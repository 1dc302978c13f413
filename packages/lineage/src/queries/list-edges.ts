import { type EdgeType, edgeTypesOf } from '../model/edge.ts'
import type { VertexRef } from '../model/vertex.ts'
import { NOT_LISTED } from '../view/bfs-buffer.ts'
import { type Arrangement, positionOf, type Walks } from './arrange.ts'
import { forEachNeighbour, type Scope } from './scope.ts'
import { countTypes } from './walk.ts'

/** Edges between positions of an arrangement, as columns. */
export interface EdgeColumns {
  readonly sources: number[]
  readonly targets: number[]
  /** Bit mask of the edge types; two bits higher those of them that are derived. */
  readonly types: number[]
}

/** The positions that a page lists: from `start`, before `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The links of the walks as edges, each pair once, of which both ends are listed up to the end of the page
 * and one of them on it.
 */
export function collectEdges(walks: Walks, arrangement: Arrangement, span: Span): EdgeColumns {
  const { up, down } = walks
  const { upPositions, downPositions } = arrangement
  const edges: EdgeColumns = { sources: [], targets: [], types: [] }
  const { near, far, types, count } = up.buffer.links
  for (let i = 0; i < count; i++) {
    addEdge(edges, upPositions[far[i]!]!, upPositions[near[i]!]!, types[i]!, span)
  }
  const below = down.buffer.links
  for (let i = 0; i < below.count; i++) {
    // In a cycle both walks can use an edge; the upward one did when it went on from its end.
    if (isUsedUpwards(walks, below.near[i]!, below.far[i]!)) continue
    const source = downPositions[below.near[i]!]!
    addEdge(edges, source, downPositions[below.far[i]!]!, below.types[i]!, span)
  }
  return sorted(edges, arrangement.count)
}

/** Adds an edge when it belongs to the page. */
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

/** Whether the upward walk has used a link of the downward one, given by its places in the queue. */
export function isUsedUpwards({ up, down }: Walks, near: number, far: number): boolean {
  if (!up.buffer.has(down.buffer.queue[near]!)) return false
  const place = up.buffer.placeOf(down.buffer.queue[far]!)
  return place >= 0 && place < up.expanded
}

/** Sorts in place by the end that stands later, then by the other; of two between the same ends by the source. */
export function sorted(edges: EdgeColumns, positions: number): EdgeColumns {
  const { sources, targets, types } = edges
  const count = sources.length
  if (count < 2) return edges
  if (count <= FEW) return sortFew(edges)
  const later = new Uint32Array(count)
  const earlier = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    later[i] = Math.max(sources[i]!, targets[i]!)
    earlier[i] = earlierKey(sources[i]!, targets[i]!)
  }
  const order = countingSort(countingSort(null, earlier, 2 * positions), later, positions)
  return {
    sources: Array.from(order, (i) => sources[i]!),
    targets: Array.from(order, (i) => targets[i]!),
    types: Array.from(order, (i) => types[i]!),
  }
}

/** So few are sorted faster by inserting each than by counting. */
const FEW = 48

function earlierKey(source: number, target: number): number {
  return source > target ? 2 * target + 1 : 2 * source
}

function sortFew(edges: EdgeColumns): EdgeColumns {
  const { sources, targets, types } = edges
  for (let end = 1; end < sources.length; end++) {
    const source = sources[end]!
    const target = targets[end]!
    const mask = types[end]!
    let at = end
    for (; at > 0 && isBefore(source, target, sources[at - 1]!, targets[at - 1]!); at--) {
      sources[at] = sources[at - 1]!
      targets[at] = targets[at - 1]!
      types[at] = types[at - 1]!
    }
    sources[at] = source
    targets[at] = target
    types[at] = mask
  }
  return edges
}

function isBefore(source: number, target: number, source2: number, target2: number): boolean {
  const later = Math.max(source, target)
  const later2 = Math.max(source2, target2)
  if (later !== later2) return later < later2
  return earlierKey(source, target) < earlierKey(source2, target2)
}

/** The items in the order of their keys, all below `bound`; without items, all that have a key. */
function countingSort(items: Uint32Array | null, keys: Uint32Array, bound: number): Uint32Array {
  const starts = new Uint32Array(bound + 1)
  for (let i = 0; i < keys.length; i++) starts[keys[i]! + 1]! += 1
  for (let key = 0; key < bound; key++) starts[key + 1]! += starts[key]!
  const result = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    const item = items === null ? i : items[i]!
    result[starts[keys[item]!]!++] = item
  }
  return result
}

/** An edge of an answer. */
export interface ListedEdge {
  readonly src: VertexRef
  readonly dst: VertexRef
  readonly edgeType: EdgeType
  /** There when no edge states it, only a way through vertices that are not listed. */
  readonly derived?: true
}

/** The edges as objects, one for each type. `refs` gives the vertex at a position. */
export function toEdges(
  { sources, targets, types }: EdgeColumns,
  refs: readonly VertexRef[],
): readonly ListedEdge[] {
  const edges: ListedEdge[] = []
  for (let i = 0; i < sources.length; i++) {
    const src = refs[sources[i]!]!
    const dst = refs[targets[i]!]!
    const derived = edgeTypesOf(types[i]! >>> 2)
    for (const edgeType of edgeTypesOf(types[i]!)) {
      if (derived.includes(edgeType)) edges.push({ src, dst, edgeType, derived: true })
      else edges.push({ src, dst, edgeType })
    }
  }
  return edges
}

/** All edges among the vertices that were found, whether a walk used them or not. */
export interface InducedEdges {
  /** Those of the page, in order. */
  readonly edges: EdgeColumns
  /** How many the whole answer has; a pair with edges of both types counts two. */
  readonly total: number
}

/** Looks for the edges among the vertices of an arrangement, which must be complete. */
export function inducedEdges(
  scope: Scope,
  walks: Walks,
  arrangement: Arrangement,
  span: Span,
): InducedEdges {
  const edges: EdgeColumns = { sources: [], targets: [], types: [] }
  const everywhere = arrangement.count
  let total = 0
  for (let source = 0; source < everywhere; source++) {
    forEachNeighbour(scope, arrangement.vertices[source]!, 'down', (vertex, types) => {
      const target = positionOf(walks, arrangement, vertex)
      if (target >= everywhere) return
      total += countTypes(types)
      addEdge(edges, source, target, types, span)
    })
  }
  return { edges: sorted(edges, everywhere), total }
}
