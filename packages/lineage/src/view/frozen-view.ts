import { nearNames } from '@tributary/core'
import type { VertexAdvice } from '../model/errors.ts'
import { firstPlace } from '../model/first-place.ts'
import {
  compareVertices,
  toVertexRef,
  VERTEX_TYPES,
  type Vertex,
  type VertexRef,
} from '../model/vertex.ts'
import { BufferPool } from './query-buffers.ts'
import type { AdjacencyLists, Lineage, LineageView, PinnedView } from './view.ts'

/** Pairs of connected vertices as columns; vertices are numbered in the order of `compareVertices`. */
export interface PairColumns {
  readonly sources: ArrayLike<number>
  readonly targets: ArrayLike<number>
  /** Bit mask of the edge types, 1 for COLUMN_IMPACT and 2 for TABLE_IMPACT. */
  readonly types: ArrayLike<number>
}

/** Types with more ids are not searched for similar ones. */
const MOST_IDS = 10_000

/** An immutable lineage. `vertices` are in the order of `compareVertices`; each pair stands once. */
export function freeze(vertices: readonly Vertex[], pairs: PairColumns): Lineage {
  const size = vertices.length
  const view = createFrozenView({
    size,
    edgeCount: countEdges(pairs.types),
    vertexAt: (number) => vertices[number]!,
    types: Uint8Array.from(vertices, ({ vertexType }) => VERTEX_TYPES.indexOf(vertexType)),
    sources: pack(size, pairs.targets, pairs.sources, pairs.types),
    targets: pack(size, pairs.sources, pairs.targets, pairs.types),
  })
  return { view }
}

/** A view whose vertices are numbered in the order of `compareVertices`. */
export function createFrozenView(
  parts: Pick<LineageView, 'size' | 'edgeCount' | 'vertexAt' | 'types' | 'sources' | 'targets'>,
): LineageView {
  const findVertexNumber = (ref: VertexRef): number => {
    const place = findVertexRank(parts, ref)
    return place < parts.size && compareVertices(parts.vertexAt(place), ref) === 0 ? place : -1
  }
  return pinnable({
    ...parts,
    vertexCount: parts.size,
    refAt: (number) => toVertexRef(parts.vertexAt(number)),
    numberOf: findVertexNumber,
    labels: createIdentityLabels(parts.size),
    advice: (ref) => findAdvice(parts, ref, findVertexNumber),
  })
}

/** A view that never changes, so that a pinned one needs no more than working memory of its own. */
export function pinnable(view: Omit<LineageView, 'pin' | 'buffers'>): LineageView {
  const pool = new BufferPool()
  const pin = (): PinnedView => {
    const buffers = pool.take()
    return { ...view, buffers, pin, release: () => pool.put(buffers) }
  }
  return { ...view, buffers: pool.take(), pin }
}

/** The number of edges of pairs with these masks. */
export function countEdges(types: ArrayLike<number>): number {
  let edges = 0
  for (let i = 0; i < types.length; i++) edges += types[i] === 3 ? 2 : 1
  return edges
}

/** Numbers are in order, so they are their own labels. */
function createIdentityLabels(size: number): () => Uint32Array {
  let labels: Uint32Array | null = null
  return () => {
    labels ??= new Uint32Array(size).map((_, number) => number)
    return labels
  }
}

/** Adjacency lists of `size` vertices: the values of `to` by `from`, in the given order. */
export function pack(
  size: number,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  types: ArrayLike<number>,
): AdjacencyLists {
  const counts = new Uint32Array(size)
  for (let i = 0; i < from.length; i++) counts[from[i]!]! += 1
  const starts = new Uint32Array(size)
  for (let vertex = 1; vertex < size; vertex++) {
    starts[vertex] = starts[vertex - 1]! + counts[vertex - 1]!
  }
  const next = starts.slice()
  const words = new Uint32Array(from.length)
  for (let i = 0; i < from.length; i++) words[next[from[i]!]!++] = (to[i]! << 2) | types[i]!
  return { starts, counts, words }
}

type Ordered = Pick<LineageView, 'size' | 'vertexAt'>

/** How many vertices come before `ref`. */
function findVertexRank({ size, vertexAt }: Ordered, ref: VertexRef): number {
  return firstPlace(size, (place) => compareVertices(vertexAt(place), ref) < 0)
}

function findAdvice(
  vertices: Ordered,
  { vertexType, vertexId }: VertexRef,
  numberOf: (ref: VertexRef) => number,
): VertexAdvice {
  const otherTypes = VERTEX_TYPES.filter((type) => numberOf({ vertexType: type, vertexId }) >= 0)
  const ids: string[] = []
  let at = findVertexRank(vertices, { vertexType, vertexId: '' })
  for (; at < vertices.size && ids.length <= MOST_IDS; at++) {
    const vertex = vertices.vertexAt(at)
    if (vertex.vertexType !== vertexType) break
    ids.push(vertex.vertexId)
  }
  const cost = ids.length * Math.max(vertexId.length / 20, 1) ** 2
  return { suggestions: cost > MOST_IDS ? [] : nearNames(vertexId, ids), otherTypes }
}
