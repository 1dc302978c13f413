import { type Edge, edgeKey } from '../model/edge.ts'
import { type Vertex, type VertexRef, vertexKey } from '../model/vertex.ts'
import type { LineageGraph } from './graph.ts'

/** Everything that one source states. */
export interface SourceStatements {
  readonly vertices: readonly Vertex[]
  /** Edges among `vertices`. */
  readonly edges: readonly Edge[]
}

/**
 * Makes `source` state exactly the given vertices and edges: adds what is new, removes what is no longer given and leaves
 * the rest alone, so observers see only differences. What other sources state stays.
 *
 * @example
 * ```ts
 * import { createLineageGraph, reconcileSource } from '@tributary/lineage'
 * const graph = createLineageGraph()
 * const text = { displayName: null, description: null, custom: null }
 * const orders = { vertexType: 'DATASET', vertexId: 'orders', ...text } as const
 * const visits = { vertexType: 'DATASET', vertexId: 'visits', ...text } as const
 * reconcileSource(graph, 'catalog', { vertices: [orders], edges: [] })
 * reconcileSource(graph, 'catalog', { vertices: [visits], edges: [] })
 * Array.from(graph.vertices(), ({ vertexId }) => vertexId) // => ['visits']
 * ```
 */
export function reconcileSource(
  graph: LineageGraph,
  source: string,
  wanted: SourceStatements,
): void {
  reconcilePart(graph, source, { before: graph.statedBy(source), after: wanted })
}

/** A change of a part of what a source states. */
export interface StatementsChange {
  readonly before: { readonly vertices: readonly VertexRef[]; readonly edges: readonly Edge[] }
  /** Its edges may also touch vertices outside the part. */
  readonly after: SourceStatements
}

/**
 * Changes a part of what `source` states, as {@link reconcileSource} does with all of it, in time proportional to
 * the part. Statements outside `before` stay.
 */
export function reconcilePart(
  graph: LineageGraph,
  source: string,
  { before, after }: StatementsChange,
): void {
  const wantedVertices = new Set(after.vertices.map(vertexKey))
  const wantedEdges = new Set(after.edges.map(edgeKey))
  for (const vertex of after.vertices) graph.setVertex(vertex, source)
  for (const edge of after.edges) graph.addEdge(edge, source)
  for (const edge of before.edges) {
    if (!wantedEdges.has(edgeKey(edge))) graph.retractEdge(edge, source)
  }
  for (const vertex of before.vertices) {
    if (!wantedVertices.has(vertexKey(vertex))) graph.releaseVertex(vertex, source)
  }
}
