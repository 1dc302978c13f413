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

/** Number of vertices and edges removed with a source. */
export interface DroppedSource {
  readonly vertices: number
  readonly edges: number
}

/**
 * Removes everything that `source` states and returns how many vertices and edges went with it. What another source
 * states as well stays. Takes time in proportion to the graph.
 *
 * @example
 * ```ts
 * import { createLineageGraph, dropSource, importContent, readLineage } from '@tributary/lineage'
 * const csv = 'src_type,src_id,dst_type,dst_id\nDATASET,orders,METRIC,revenue'
 * const graph = createLineageGraph()
 * importContent(graph, readLineage(csv, { format: 'csv', file: 'edges.csv' }))
 * dropSource(graph, 'manual') // => { vertices: 2, edges: 1 }
 * ```
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
