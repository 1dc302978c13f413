import type { Edge } from './edge.ts'
import type { Vertex, VertexRef } from './vertex.ts'

/**
 * One thing that happened to a graph. Where vertices went with it, because nobody states them and no edge
 * touches them any more, `dropped` names them. Applied in order to an empty graph, the changes of a graph make
 * it again.
 */
export type LineageChange =
  /** `source` states the vertex, which says what is given from now on. */
  | { readonly op: 'set'; readonly vertex: Vertex; readonly source: string }
  /** `source` states the vertex no longer. */
  | (Dropping & { readonly op: 'release'; readonly vertex: VertexRef; readonly source: string })
  /** The vertex, which has no edges, is gone. */
  | { readonly op: 'drop'; readonly vertex: VertexRef }
  /** `source` states the edge. */
  | { readonly op: 'state'; readonly edge: Edge; readonly source: string }
  /** `source` states the edge no longer. */
  | (Dropping & { readonly op: 'retract'; readonly edge: Edge; readonly source: string })
  /** All edges are gone. */
  | (Dropping & { readonly op: 'clearEdges' })
  /** Everything is gone. */
  | { readonly op: 'clear' }

/** What else a change took along. */
export interface Dropping {
  /** Left out when nothing went. */
  readonly dropped?: readonly VertexRef[]
}

/** Called after each change, before the call that made it returns. */
export type ChangeListener = (change: LineageChange) => void
