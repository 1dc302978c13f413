import { type Edge, edgeKey } from '../model/edge.ts'
import { type Vertex, type VertexRef, vertexKey } from '../model/vertex.ts'
import type { LineageGraph } from './graph.ts'

/** What one source states, all of it. */
export interface SourceStatements {
  readonly vertices: readonly Vertex[]
  /** Edges among `vertices`. */
  readonly edges: readonly Edge[]
}

/**
 * Brings what `source` states to what is given: new statements are made, statements that are no longer
 * given are taken back, what stays the same is not touched. So a change of one definition changes only
 * its own edges, and says so to observers. Other sources keep what they state.
 */
export function reconcileSource(
  graph: LineageGraph,
  source: string,
  wanted: SourceStatements,
): void {
  reconcilePart(graph, source, { before: graph.statedBy(source), after: wanted })
}

/** A part of what a source states: as it was stated, and as it shall be. */
export interface StatementsChange {
  readonly before: { readonly vertices: readonly VertexRef[]; readonly edges: readonly Edge[] }
  /** Its edges may also touch vertices outside of the part. */
  readonly after: SourceStatements
}

/**
 * Brings a part of what `source` states to something else, as {@link reconcileSource} does with all of it; takes
 * no longer than the part is large. What `before` lacks stays stated.
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

/** What went with a source. */
export interface DroppedSource {
  readonly vertices: number
  readonly edges: number
}

/**
 * Takes back everything that `source` states, and says how many vertices and edges went with that. What
 * another source states as well stays. Costs the size of the graph.
 */
export function dropSource(graph: LineageGraph, source: string): DroppedSource {
  const before = { vertices: graph.vertexCount, edges: graph.edgeCount }
  const edges = [...graph.edges()].filter(({ sources }) => sources.includes(source))
  for (const edge of edges) graph.retractEdge(edge, source)
  for (const vertex of [...graph.vertices()]) graph.releaseVertex(vertex, source)
  return {
    vertices: before.vertices - graph.vertexCount,
    edges: before.edges - graph.edgeCount,
  }
}
