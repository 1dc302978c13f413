import {
  createLineageGraph,
  EDGE_TYPES,
  type LineageGraph,
  reconcileSource,
} from '@tributary/lineage'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRef, bare, edge, edgeText, graphOf, NOTHING, ref, text } from '../samples.ts'

const source = fc.constantFrom('catalog', 'dbt', 'manual')
const few = anyRef.filter(({ vertexId }) => vertexId === 'a' || vertexId === 'constructor')
const anyEdge = fc.record({ src: few, dst: few, edgeType: fc.constantFrom(...EDGE_TYPES) })
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('set' as const), vertex: few, source }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('release' as const), vertex: few, source }) },
  { weight: 5, arbitrary: fc.record({ op: fc.constant('add' as const), edge: anyEdge, source }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('retract' as const), edge: anyEdge, source }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('dropSource' as const), source }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

test('an edge exists while a source states it, a vertex while a source states it or an edge touches it', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 50, size: 'max' }), (steps) => {
      const graph = createLineageGraph()
      const vertices = new Map<string, Set<string>>()
      const edges = new Map<string, Set<string>>()
      for (const step of steps) {
        apply(graph, step)
        note(step, vertices, edges)
        const states = [...edges].map(([one, sources]) => [one, [...sources].sort()])
        const found = [...graph.edges()].map((one) => [edgeText(one), one.sources])
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(states))
        expect(Array.from(graph.vertices(), text).sort()).toEqual([...vertices.keys()].sort())
        for (const vertex of graph.vertices()) {
          expect(graph.vertexSources(vertex)).toEqual([...vertices.get(text(vertex))!].sort())
        }
        const stated = graph.statedBy(step.source)
        const by = (all: Map<string, Set<string>>) =>
          [...all.keys()].filter((one) => all.get(one)!.has(step.source)).sort()
        expect(stated.vertices.map(text).sort()).toEqual(by(vertices))
        expect(stated.edges.map(edgeText).sort()).toEqual(by(edges))
      }
    }),
    { numRuns: 150 },
  )
})

describe('a source that states nothing any more', () => {
  test('leaves what another source still states', () => {
    const graph = graphOf([edge('METRIC a > METRIC b'), edge('METRIC b > METRIC c')])
    graph.addEdge(edge('METRIC a > METRIC b'), 'dbt')
    graph.setVertex(bare(ref('METRIC a')), 'dbt')
    reconcileSource(graph, 'manual', NOTHING)
    expect(Array.from(graph.edges(), edgeText)).toEqual(['METRIC a > METRIC b TABLE_IMPACT'])
    expect(Array.from(graph.vertices(), text)).toEqual(['METRIC a', 'METRIC b'])
    reconcileSource(graph, 'dbt', NOTHING)
    expect([graph.vertexCount, graph.edgeCount]).toEqual([0, 0])
  })
})

function apply(graph: LineageGraph, step: Step): void {
  if (step.op === 'set') graph.setVertex(bare(step.vertex), step.source)
  else if (step.op === 'release') graph.releaseVertex(step.vertex, step.source)
  else if (step.op === 'dropSource') reconcileSource(graph, step.source, NOTHING)
  else if (step.op === 'retract') graph.retractEdge(step.edge, step.source)
  else if (graph.vertex(step.edge.src) && graph.vertex(step.edge.dst)) {
    graph.addEdge(step.edge, step.source)
  }
}

/** The naive graph: who states what, by text. */
function note(
  step: Step,
  vertices: Map<string, Set<string>>,
  edges: Map<string, Set<string>>,
): void {
  const state = (map: Map<string, Set<string>>, key: string): void => {
    map.set(key, new Set(map.get(key)).add(step.source))
  }
  const retract = (key: string): void => {
    edges.get(key)?.delete(step.source)
    if (edges.get(key)?.size === 0) edges.delete(key)
  }
  if (step.op === 'set') state(vertices, text(step.vertex))
  if (step.op === 'release') vertices.get(text(step.vertex))?.delete(step.source)
  if (step.op === 'retract') retract(edgeText(step.edge))
  if (step.op === 'dropSource') {
    for (const key of [...edges.keys()]) retract(key)
    for (const sources of vertices.values()) sources.delete(step.source)
  }
  if (step.op === 'add' && vertices.has(text(step.edge.src)) && vertices.has(text(step.edge.dst))) {
    state(edges, edgeText(step.edge))
  }
  const touched = [...edges.keys()].join('\n')
  for (const [key, sources] of vertices) {
    if (sources.size === 0 && !` ${touched.replaceAll('\n', ' > ')} `.includes(key)) {
      vertices.delete(key)
    }
  }
}
