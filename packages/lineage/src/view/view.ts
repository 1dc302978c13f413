import type { VertexAdvice } from '../model/errors.ts'
import type { Vertex, VertexRef } from '../model/vertex.ts'
import type { QueryBuffers } from './query-buffers.ts'

/**
 * A lineage at one moment as queries read it: vertices as numbers, edges as adjacency lists. The live graph, a
 * snapshot and a past version all have one. Numbers are valid until the lineage changes.
 */
export interface LineageView {
  /** Every vertex number is below this; numbers may be free. */
  readonly size: number
  /** How many vertices there are. */
  readonly vertexCount: number
  /** How many edges there are; a pair with edges of both types counts two. */
  readonly edgeCount: number
  /** The number of a vertex, or -1. Takes the same time either way. */
  numberOf(ref: VertexRef): number
  /** The vertex behind a number in use. */
  vertexAt(number: number): Vertex
  /** The reference of the vertex behind a number in use; may be the same object every time. */
  refAt(number: number): VertexRef
  /** By number, the index of the vertex type in `VERTEX_TYPES`; `FREE` where the number is not in use. */
  readonly types: Uint8Array
  /** Against the direction of the data. */
  readonly sources: AdjacencyLists
  /** Along the direction of the data. */
  readonly targets: AdjacencyLists
  /**
   * By number, a label that grows with type, then id; equal labels need a comparison. Null when there are none.
   * `wanted` is the number of vertices about to be sorted: many may be worth making labels for.
   */
  labels(wanted: number): Uint32Array | null
  /** Working memory of its queries; one query at a time. */
  readonly buffers: QueryBuffers
  /** Suggestions for a missing vertex. */
  advice(ref: VertexRef): VertexAdvice
  /**
   * The same lineage with working memory of its own, for a query that others interrupt. It stays as it is when the lineage
   * changes, until it is released.
   */
  pin(): PinnedView
}

/** A {@link LineageView} that does not change. */
export interface PinnedView extends LineageView {
  /** Gives the memory back. The view is not used afterwards. */
  release(): void
}

/** In `types` of a {@link LineageView}: no vertex has this number. */
export const FREE = 255

/** The neighbours of every vertex in one direction: `words[starts[v]]` and on, `counts[v]` of them. */
export interface AdjacencyLists {
  readonly starts: Uint32Array
  readonly counts: Uint32Array
  /** The neighbour's number times four, plus the bit mask of the edge types between. */
  readonly words: Uint32Array
}

/** The words of the neighbours of a vertex, see {@link AdjacencyLists}. */
export function getWords({ starts, counts, words }: AdjacencyLists, vertex: number): Uint32Array {
  const start = starts[vertex]!
  return words.subarray(start, start + counts[vertex]!)
}

/** Whether an edge leads from the vertex to itself. */
export function hasSelfLoop(lists: AdjacencyLists, vertex: number): boolean {
  return getWords(lists, vertex).some((word) => word >>> 2 === vertex)
}

/** A lineage that queries can read: the live graph, a snapshot, or the graph as of a past version. */
export interface Lineage {
  /** The lineage as numbered vertices and adjacency lists; valid until the lineage changes. */
  readonly view: LineageView
}
