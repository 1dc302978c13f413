import type { StatedEdge } from './edge.ts'
import type { Vertex } from './vertex.ts'
import type { LineageView } from './view.ts'

/** Something that questions can be asked of: the live graph, a snapshot, the graph as of a time. */
export interface Lineage {
  /** How the questions read it; good until it changes. */
  readonly view: LineageView
}

/** A vertex with who states it. */
export interface StatedVertex extends Vertex {
  /** Names of sources, each once, in their order as text; none when only edges hold it. */
  readonly sources: readonly string[]
}

/** Vertices and edges to be written or taken in; an edge's ends are among the vertices. */
export interface LineageContent {
  /** Each vertex once. */
  statedVertices(): Iterable<StatedVertex>
  /** Each edge once. */
  edges(): Iterable<StatedEdge>
}
