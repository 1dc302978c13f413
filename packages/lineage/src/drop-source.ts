import type { LineageGraph } from './graph.ts'

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
