import type { Edge } from './edge.ts'
import type { Vertex, VertexRef } from './vertex.ts'

/**
 * One change of a graph. `dropped` names vertices that were removed with it because no source states them and no
 * edge touches them. Applying all changes of a graph, in order, to an empty graph gives the same graph.
 */
export type LineageChange =
  /** `source` states the vertex, which has the given fields from now on. */
  | { readonly op: 'set'; readonly vertex: Vertex; readonly source: string }
  /** `source` states the vertex no longer. */
  | (Dropping & { readonly op: 'release'; readonly vertex: VertexRef; readonly source: string })
  /** The vertex, which has no edges, is removed. */
  | { readonly op: 'drop'; readonly vertex: VertexRef }
  /** `source` states the edge. */
  | { readonly op: 'state'; readonly edge: Edge; readonly source: string }
  /** `source` states the edge no longer. */
  | (Dropping & { readonly op: 'retract'; readonly edge: Edge; readonly source: string })
  /** All edges are removed. */
  | (Dropping & { readonly op: 'clearEdges' })
  /** Everything is removed. */
  | { readonly op: 'clear' }
  /** Changes that are made together or not at all, in order; none of them is of this kind. */
  | { readonly op: 'together'; readonly changes: readonly LineageChange[] }

/** Vertices that a change removed. */
export interface Dropping {
  /** Absent when there are none. */
  readonly dropped?: readonly VertexRef[]
}

/** Called after each change, before the call that made it returns. */
export type ChangeListener = (change: LineageChange) => void
