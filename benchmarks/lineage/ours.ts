import {
  createLineageGraph,
  type LineageGraph,
  type Neighbourhood,
  neighbourhood,
  type Vertex,
} from '@tributary/lineage'
import type { Engine, EngineData } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import { orderedListingAnswer } from './listing.ts'

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
export async function ourEngine({ lineage }: EngineData): Promise<Engine<Neighbourhood>> {
  const graph = graphOf(lineage)
  await graph.prepare()
  return engineOn(graph)
}

function engineOn(graph: LineageGraph): Engine<Neighbourhood> {
  return {
    ask: ({ ref: root }, steps) =>
      neighbourhood(graph, { root, upstream: steps, downstream: steps }),
    answer: (found, _root, numbering) => orderedListingAnswer(found, numbering),
  }
}
