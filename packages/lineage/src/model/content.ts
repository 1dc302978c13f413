import type { StatedEdge } from './edge.ts'
import type { Vertex } from './vertex.ts'

/** A vertex with the sources that state it. */
export interface StatedVertex extends Vertex {
  /** Source names in text order, each once; empty when only edges keep the vertex. */
  readonly sources: readonly string[]
}

/** Vertices and edges to write, import or store. Both ends of every edge are among the vertices. */
export interface LineageContent {
  /** Each vertex once. */
  statedVertices(): Iterable<StatedVertex>
  /** Each edge once. */
  edges(): Iterable<StatedEdge>
}

/** The source of a statement when none is named. */
export const MANUAL_SOURCE = 'manual'
