import type { Vertex, VertexRef } from '../vertex.ts'

/**
 * The least that a question must know about a graph. The handle is whatever the store calls a vertex:
 * a key, or the number of a slot. A handle is good until the graph changes.
 */
export interface Adjacency<Handle> {
  /** Finds the vertex where a question starts; throws LINEAGE_UNKNOWN_VERTEX. */
  readonly rootOf: (ref: VertexRef) => Handle
  /** The vertex behind a handle. */
  readonly vertexOf: (handle: Handle) => Vertex
  /** Visits each vertex that feeds `handle` once, in no promised order. */
  readonly forEachSource: (handle: Handle, visit: Visit<Handle>) => void
  /** Visits each vertex that `handle` feeds once, in no promised order. */
  readonly forEachTarget: (handle: Handle, visit: Visit<Handle>) => void
}

/** Called with a neighbour and the bit mask of the edge types between. */
export type Visit<Handle> = (neighbour: Handle, types: number) => void
