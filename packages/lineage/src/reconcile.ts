import type { Edge } from './edge.ts'
import type { LineageGraph } from './graph.ts'
import { type Vertex, type VertexRef, vertexKey } from './vertex.ts'

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
  { vertices, edges }: SourceStatements,
): void {
  const wantedVertices = new Set(vertices.map(vertexKey))
  const wantedEdges = new Set(edges.map(edgeKey))
  const oldEdges = [...graph.edges()].filter(({ sources }) => sources.includes(source))
  const oldVertices = [...graph.vertices()].filter((one) =>
    graph.vertexSources(one).includes(source),
  )
  for (const vertex of vertices) graph.setVertex(vertex, source)
  for (const edge of edges) graph.addEdge(edge, source)
  for (const edge of oldEdges) if (!wantedEdges.has(edgeKey(edge))) graph.retractEdge(edge, source)
  for (const vertex of oldVertices) release(graph, vertex, { source, wantedVertices })
}

function release(
  graph: LineageGraph,
  vertex: VertexRef,
  {
    source,
    wantedVertices,
  }: { readonly source: string; readonly wantedVertices: ReadonlySet<string> },
): void {
  if (!wantedVertices.has(vertexKey(vertex))) graph.releaseVertex(vertex, source)
}

function edgeKey({ src, dst, edgeType }: Edge): string {
  return JSON.stringify([vertexKey(src), vertexKey(dst), edgeType])
}
