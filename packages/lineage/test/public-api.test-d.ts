import {
  analyzeImpact,
  createLineageGraph,
  type Evidence,
  evidence,
  findGraphNeighbourhood,
  type GraphNeighbourhood,
  type LineageContent,
  type LineageSnapshot,
  type Neighbourhood,
  neighbourhood,
  openLineageSnapshot,
  readLineage,
  type VertexRef,
  writeLineage,
} from '@tributary/lineage'
import { DirectedGraph, MultiGraph } from 'graphology'
import { describe, expectTypeOf, test } from 'vitest'

const root: VertexRef = { vertexType: 'METRIC', vertexId: 'revenue' }
const graph = createLineageGraph()

describe('vertices', () => {
  test('have one of the known types', () => {
    // @ts-expect-error TABLE is not a vertex type
    const wrong: VertexRef = { vertexType: 'TABLE', vertexId: 'orders' }
    expectTypeOf(wrong.vertexId).toBeString()
  })

  test('need every text, null where there is none', () => {
    // @ts-expect-error displayName, description and custom are missing
    graph.setVertex(root)
    graph.setVertex({ ...root, displayName: null, description: null, custom: null })
  })
})

describe('queries', () => {
  test('a neighbourhood needs both hop counts', () => {
    // @ts-expect-error downstream is missing
    neighbourhood(graph, { root, upstream: 1 })
    // @ts-expect-error BOTH is not an edge type
    neighbourhood(graph, { root, upstream: 1, downstream: 1, edgeTypes: ['BOTH'] })
    const found = neighbourhood(graph, { root, upstream: 1, downstream: 1 })
    expectTypeOf(found).toEqualTypeOf<Neighbourhood>()
    expectTypeOf(found.vertices[0]!.upstreamHop).toEqualTypeOf<number | null>()
  })

  test('are answered by a graph and by a snapshot, not by mere content', () => {
    expectTypeOf(openLineageSnapshot).returns.resolves.toEqualTypeOf<LineageSnapshot>()
    expectTypeOf(neighbourhood).parameter(0).toExtend<{ readonly view: object }>()
    expectTypeOf<LineageSnapshot>().toExtend<Parameters<typeof neighbourhood>[0]>()
    expectTypeOf<LineageContent>().not.toExtend<Parameters<typeof neighbourhood>[0]>()
  })

  test('evidence may be absent', () => {
    expectTypeOf(evidence(graph, { from: root, to: root })).toEqualTypeOf<Evidence | null>()
  })

  test('an impact is of a list of vertices', () => {
    // @ts-expect-error removed is a list
    analyzeImpact(graph, { removed: root })
  })

  test('findGraphNeighbourhood takes any graphology graph', () => {
    const query = { root: 'a', upstream: 1, downstream: 1 }
    expectTypeOf(
      findGraphNeighbourhood(new DirectedGraph(), query),
    ).toEqualTypeOf<GraphNeighbourhood>()
    expectTypeOf(
      findGraphNeighbourhood(new MultiGraph(), query),
    ).toEqualTypeOf<GraphNeighbourhood>()
    // @ts-expect-error a lineage graph is not a graphology graph
    findGraphNeighbourhood(graph, query)
  })
})

describe('formats', () => {
  test('a drawing is written, not read', () => {
    expectTypeOf(writeLineage(graph, { format: 'dot', at: new Date() })).toExtend<
      Iterable<string>
    >()
    // @ts-expect-error DOT cannot be read
    readLineage('', { format: 'dot', file: 'x' })
    expectTypeOf(readLineage('', { format: 'dbt', file: 'x' })).toExtend<LineageContent>()
  })
})
