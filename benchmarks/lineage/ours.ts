import {
  createLineageGraph,
  type LineageGraph,
  neighbourhood,
  type Vertex,
  vertexKey,
} from '@tributary/lineage'
import { type Engine, sorted } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'

/** The lineage in our graph, without an index yet. */
export function graphOf({ vertices, sources, targets, types }: GeneratedLineage): LineageGraph {
  const graph = createLineageGraph()
  for (const ref of vertices) graph.setVertex(saying(ref), 'bench')
  for (let i = 0; i < sources.length; i++) {
    const [src, dst] = [vertices[sources[i]!]!, vertices[targets[i]!]!]
    const edgeType = types[i] === 1 ? 'COLUMN_IMPACT' : 'TABLE_IMPACT'
    graph.addEdge({ src, dst, edgeType }, 'bench')
  }
  return graph
}

/** The vertex with as much to say as usual. */
export function saying(ref: GeneratedLineage['vertices'][number]): Vertex {
  return { ...ref, displayName: ref.vertexId, description: null, custom: null }
}

/** Our own answer: sorted, with exact totals. */
export function ours(graph: LineageGraph, { vertices }: GeneratedLineage): Engine {
  const numbers = new Map(vertices.map((ref, number) => [vertexKey(ref), number]))
  const numberOf = (ref: GeneratedLineage['vertices'][number]): number =>
    numbers.get(vertexKey(ref))!
  return {
    name: '@tributary/lineage',
    givesObjects: true,
    ask: ({ ref: root }, steps) =>
      neighbourhood(graph, { root, upstream: steps, downstream: steps }),
    answer: async ({ ref: root }, steps) => {
      const found = neighbourhood(graph, { root, upstream: steps, downstream: steps })
      const up = found.vertices.filter(({ upstreamHop }) => upstreamHop !== null)
      const down = found.vertices.filter(({ downstreamHop }) => downstreamHop !== null)
      const edges = found.edges.map(
        ({ src, dst }) => numberOf(src) * vertices.length + numberOf(dst),
      )
      return {
        up: sorted(up.map(numberOf)),
        down: sorted(down.map(numberOf)),
        edges: sorted(new Set(edges)),
      }
    },
  }
}
