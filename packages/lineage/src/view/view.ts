import type { VertexAdvice } from '../model/errors.ts'
import type { Vertex, VertexRef } from '../model/vertex.ts'
import type { QueryBuffers } from './query-buffers.ts'

/**
 * What the questions read: a graph at one moment, its vertices as numbers. The live graph, a snapshot
 * file and the graph as of a time are all such views. Numbers are good until the graph changes.
 */
export interface LineageView {
  /** Every vertex number is below this; a number may be free. */
  readonly size: number
  /** How many vertices there are. */
  readonly vertexCount: number
  /** How many edges there are; a pair with edges of both types counts two. */
  readonly edgeCount: number
  /** The number of a vertex, or -1. Costs the same whether it is there or not. */
  numberOf(ref: VertexRef): number
  /** The vertex behind a number in use. */
  vertexAt(number: number): Vertex
  /** What identifies the vertex behind a number in use, the same object every time or a new one. */
  refAt(number: number): VertexRef
  /** By number the place of the vertex's type in `VERTEX_TYPES`; `FREE` where the number is not in use. */
  readonly types: Uint8Array
  /** Towards where data comes from. */
  readonly sources: AdjacencyLists
  /** Towards what data feeds. */
  readonly targets: AdjacencyLists
  /**
   * By number a label that grows with type, then id; equal labels are settled by comparing. Null while
   * there are none. `wanted` vertices are about to be sorted: many may be worth making labels for.
   */
  labels(wanted: number): Uint32Array | null
  /** Working memory of its queries. */
  readonly buffers: QueryBuffers
  /** What may be meant by a vertex that is not there. */
  advice(ref: VertexRef): VertexAdvice
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

/** A lineage that queries can read: the live graph, a snapshot, or the graph as of a past version. */
export interface Lineage {
  /** The lineage as numbered vertices and adjacency lists; valid until the lineage changes. */
  readonly view: LineageView
}
