import { runToEnd } from '@tributary/core/internal'
import { createLineageGraph, type LineageGraph, type VertexRef } from '@tributary/lineage'
import { pairs } from '@tributary/lineage/internal'
import { expect, test } from 'vitest'
import { filterLineage } from '../../src/lineage/visible-lineage.ts'

function metric(vertexId: string): VertexRef {
  return { vertexId, vertexType: 'METRIC' }
}

function graphOf(ids: readonly string[]): LineageGraph {
  const graph = createLineageGraph()
  for (const id of ids) add(graph, id)
  for (const [at, id] of ids.slice(1).entries()) {
    graph.addEdge({ src: metric(ids[at]!), dst: metric(id), edgeType: 'COLUMN_IMPACT' })
  }
  return graph
}

function add(graph: LineageGraph, id: string): void {
  graph.setVertex({ ...metric(id), displayName: null, description: null, custom: null })
}

test('an answer that is being sent names nothing that came meanwhile, and ends', () => {
  for (const late of [[], ['secret_1', 'secret_2']]) {
    const graph = graphOf(['a', 'b', 'c', 'd'])
    const isShown = ({ vertexId }: VertexRef): boolean => !vertexId.startsWith('secret')
    const found = pairs(runToEnd(filterLineage(graph.view.pin(), isShown)))
    const first = found.next().value
    graph.dropVertex(metric('d'))
    graph.dropVertex(metric('c'))
    for (const id of late) add(graph, id)
    const rest = Array.from(found)
    expect(
      [first, ...rest].map((pair) => pair && `${pair.src.vertexId} > ${pair.dst.vertexId}`),
    ).toEqual(['a > b', 'b > c', 'c > d'])
  }
})
