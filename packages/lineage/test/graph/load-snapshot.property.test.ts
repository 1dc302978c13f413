import { runToEnd } from '@tributary/core/internal'
import {
  createLineageGraph,
  EDGE_TYPES,
  type LineageGraph,
  neighbourhood,
  reconcileSource,
} from '@tributary/lineage'
import {
  decodeLineageSnapshot,
  encodeLineageSnapshot,
  type LineageChange,
} from '@tributary/lineage/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRef, bare, edgeText, NOTHING, text } from '../samples.ts'

const source = fc.constantFrom('catalog', 'dbt', 'manual')
const few = anyRef.filter(({ vertexId }) => vertexId === 'a' || vertexId === 'constructor')
const anyEdge = fc.record({ src: few, dst: few, edgeType: fc.constantFrom(...EDGE_TYPES) })
type Step = (graph: LineageGraph) => unknown
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(few, source).map(
    ([vertex, by]): Step =>
      (graph) =>
        graph.setVertex(bare(vertex), by),
  ),
  fc.tuple(few, source).map(
    ([vertex, by]): Step =>
      (graph) =>
        graph.releaseVertex(vertex, by),
  ),
  fc.tuple(anyEdge, source).map(
    ([edge, by]): Step =>
      (graph) => {
        return graph.vertex(edge.src) && graph.vertex(edge.dst) && graph.addEdge(edge, by)
      },
  ),
  fc.tuple(anyEdge, source).map(
    ([edge, by]): Step =>
      (graph) =>
        graph.retractEdge(edge, by),
  ),
  few.map(
    (vertex): Step =>
      (graph) =>
        graph.dropVertex(vertex),
  ),
  source.map(
    (by): Step =>
      (graph) =>
        reconcileSource(graph, by, NOTHING),
  ),
  fc.constant<Step>((graph) => graph.clearEdges()),
  fc.constant<Step>((graph) => graph.clear()),
)
const anySteps = (least: number) => fc.array(anyStep, { minLength: least, maxLength: 30 })

/** A graph over what `graph` has, not thawed. */
function overSnapshotOf(graph: LineageGraph): LineageGraph {
  const bytes = new Uint8Array(
    Buffer.concat(runToEnd(encodeLineageSnapshot(graph, { version: 1 }))),
  )
  return createLineageGraph({ base: decodeLineageSnapshot(bytes, 'test') })
}

/** Everything that can be asked of a graph, in no order that two equal graphs need not share. */
function toldBy(graph: LineageGraph): unknown {
  const { vertexCount, edgeCount } = graph
  return {
    vertexCount,
    edgeCount,
    vertices: Array.from(graph.statedVertices(), (one) => `${text(one)} ${one.sources}`).sort(),
    edges: Array.from(graph.edges(), (one) => `${edgeText(one)} ${one.sources}`).sort(),
    around: Array.from(graph.vertices(), text)
      .sort()
      .map((one) => {
        const [vertexType, vertexId] = one.split(' ')
        const root = { vertexType, vertexId } as Parameters<typeof bare>[0]
        return neighbourhood(graph, { root, upstream: 2, downstream: 2, boundary: true })
      }),
  }
}

test('a graph over a snapshot is as the graph that it was made of, whatever is changed', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps(1), anySteps(0), fc.boolean(), async (before, after, isThawed) => {
      const graph = createLineageGraph()
      for (const step of before) step(graph)
      const over = overSnapshotOf(graph)
      expect(toldBy(over)).toEqual(toldBy(graph))
      if (isThawed) await over.thaw()
      const [changes, others]: [LineageChange[], LineageChange[]] = [[], []]
      graph.observe((change) => changes.push(change))
      over.observe((change) => others.push(change))
      for (const step of after) {
        step(graph)
        step(over)
        expect(toldBy(over)).toEqual(toldBy(graph))
      }
      expect(new Set(others.map((one) => one.op))).toEqual(new Set(changes.map((one) => one.op)))
    }),
    { numRuns: 60 },
  )
})

test('a graph that is being thawed answers, and may be changed', async () => {
  const large = createLineageGraph()
  for (let i = 0; i < 3_000; i++) {
    large.setVertex(bare({ vertexType: 'METRIC', vertexId: String(i) }))
    if (i === 0) continue
    const [src, dst] = [i - 1, i].map(
      (one) => ({ vertexType: 'METRIC', vertexId: `${one}` }) as const,
    )
    large.addEdge({ src: src!, dst: dst!, edgeType: 'COLUMN_IMPACT' })
  }
  const over = overSnapshotOf(large)
  const [one, two] = [over.thaw(), over.thaw()]
  const root = { vertexType: 'METRIC', vertexId: '1500' } as const
  const query = { root, upstream: 3, downstream: 3 }
  expect(neighbourhood(over, query)).toEqual(neighbourhood(large, query))
  over.dropVertex({ vertexType: 'METRIC', vertexId: '1501' })
  await Promise.all([one, two])
  large.dropVertex({ vertexType: 'METRIC', vertexId: '1501' })
  expect(neighbourhood(over, query)).toEqual(neighbourhood(large, query))
  expect([over.vertexCount, over.edgeCount]).toEqual([2_999, 2_997])
})
