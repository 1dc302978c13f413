import { type Edge, neighbourhood } from '@tributary/lineage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphOf } from '../../samples.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const vertex = fc.constantFrom(...ids).map((vertexId) => {
  return { vertexType: 'METRIC' as const, vertexId }
})
const anyEdges = fc.array(
  fc.record({
    src: vertex,
    dst: vertex,
    edgeType: fc.constantFrom('COLUMN_IMPACT' as const, 'TABLE_IMPACT' as const),
  }),
  { maxLength: 10 },
)
const all = ids.map((vertexId) => ({ vertexType: 'METRIC' as const, vertexId }))

/** Edges that come while the other graph is asked too. */
const anyStory = fc.array(fc.record({ graph: fc.nat(1), edges: anyEdges, root: vertex }), {
  minLength: 1,
  maxLength: 8,
})

test('two graphs with the same ids answer independently', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const graphs = [graphOf([], all), graphOf([], all)]
      const told: Edge[][] = [[], []]
      for (const { graph, edges, root } of story) {
        for (const edge of edges) graphs[graph]!.addEdge(edge)
        told[graph]!.push(...edges)
        for (const [i, one] of graphs.entries()) {
          const query = { root, upstream: 3, downstream: 2, boundary: true, limit: 4 }
          const alone = graphOf(told[i]!, all)
          expect(neighbourhood(one, query)).toEqual(neighbourhood(alone, query))
        }
      }
    }),
    { numRuns: 200 },
  )
})
