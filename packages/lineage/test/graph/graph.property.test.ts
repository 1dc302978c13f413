import { setImmediate } from 'node:timers/promises'
import {
  createLineageGraph,
  EDGE_TYPES,
  type Edge,
  type LineageGraph,
  VERTEX_TYPES,
  type VertexRef,
} from '@tributary/lineage'
import type { AdjacencyLists } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVertices } from '../../src/model/vertex.ts'
import { anyRef, bare, edgeText, text } from '../samples.ts'

type Step =
  | { readonly do: 'setVertex'; readonly vertex: VertexRef }
  | { readonly do: 'dropVertex'; readonly vertex: VertexRef }
  | { readonly do: 'addEdge'; readonly edge: Edge }
  | { readonly do: 'dropEdge'; readonly edge: Edge }
  | { readonly do: 'clear' }
  | { readonly do: 'clearEdges' }

// Fewer vertices than `anyRef` has, so that the steps meet one another.
const fewRefs = anyRef.filter(({ vertexId }) =>
  ['constructor', '__proto__', 'a'].includes(vertexId),
)
const anyEdge = fc.record({ src: fewRefs, dst: fewRefs, edgeType: fc.constantFrom(...EDGE_TYPES) })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('setVertex' as const), vertex: fewRefs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropVertex' as const), vertex: fewRefs }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('addEdge' as const), edge: anyEdge }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('dropEdge' as const), edge: anyEdge }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('clear', 'clearEdges') }) },
) as fc.Arbitrary<Step>

test('does what two plain lists do, step by step', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: 'max' }), (steps) => {
      const graph = createLineageGraph()
      const lists = new TwoLists()
      for (const step of steps) {
        expect(resultOf(() => apply(graph, step))).toEqual(lists.apply(step))
        expect(Array.from(graph.vertices(), text)).toEqual(lists.vertices)
        expect(Array.from(graph.edges(), edgeText).sort()).toEqual([...lists.edges.keys()].sort())
        expect(graph.vertexCount).toBe(lists.vertices.length)
        expect(graph.edgeCount).toBe(lists.edges.size)
      }
    }),
    { numRuns: 150 },
  )
})

test('keeps an index that says what the graph says, after any change', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      fc.nat({ max: 20 }),
      (steps, before) => {
        const graph = createLineageGraph()
        for (const [at, step] of steps.entries()) {
          resultOf(() => apply(graph, step))
          if (at >= before) expectIndexToFit(graph)
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('an index prepared while the graph changes says what the graph says, in the order of the vertices', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 40, size: 'max' }),
      fc.array(anyStep, { maxLength: 6 }),
      fc.array(anyStep, { maxLength: 10 }),
      async (before, meanwhile, after) => {
        const graph = createLineageGraph()
        for (const step of before) resultOf(() => apply(graph, step))
        const prepared = graph.prepare()
        for (const step of meanwhile) {
          resultOf(() => apply(graph, step))
          await setImmediate()
        }
        await prepared
        expectIndexToFit(graph)
        if (meanwhile.length === 0) {
          const inOrder = [...graph.vertices()].sort(compareVertices)
          expect(inOrder.map((vertex) => graph.view.numberOf(vertex))).toEqual([...inOrder.keys()])
        }
        for (const step of after) {
          resultOf(() => apply(graph, step))
          expectIndexToFit(graph)
        }
      },
    ),
    { numRuns: 100 },
  )
})

function expectIndexToFit(graph: LineageGraph): void {
  const { view } = graph
  const stated = new Map<string, number>()
  for (const edge of graph.edges()) {
    const pair = `${text(edge.src)} > ${text(edge.dst)}`
    stated.set(pair, (stated.get(pair) ?? 0) + (edge.edgeType === 'COLUMN_IMPACT' ? 1 : 2))
  }
  const listed = (lists: AdjacencyLists, arrow: (at: string, other: string) => string) => {
    const pairs = new Map<string, number>()
    for (const vertex of graph.vertices()) {
      const number = view.numberOf(vertex)
      expect(view.vertexAt(number)).toBe(vertex)
      expect(VERTEX_TYPES[view.types[number]!]).toBe(vertex.vertexType)
      for (let i = 0; i < lists.counts[number]!; i++) {
        const word = lists.words[lists.starts[number]! + i]!
        pairs.set(arrow(text(vertex), text(view.vertexAt(word >>> 2))), word & 3)
      }
    }
    return pairs
  }
  expect(listed(view.targets, (at, other) => `${at} > ${other}`)).toEqual(stated)
  expect(listed(view.sources, (at, other) => `${other} > ${at}`)).toEqual(stated)
  expect([view.vertexCount, view.edgeCount]).toEqual([graph.vertexCount, graph.edgeCount])
  const used = view.types.subarray(0, view.size).filter((type) => type !== 255)
  expect(used).toHaveLength(graph.vertexCount)
}

function apply(graph: LineageGraph, step: Step): boolean | undefined {
  if ('edge' in step) return graph[step.do](step.edge)
  if (step.do === 'clear' || step.do === 'clearEdges') {
    graph[step.do]()
    return undefined
  }
  if (step.do === 'dropVertex') return graph.dropVertex(step.vertex)
  graph.setVertex(bare(step.vertex))
  return undefined
}

function resultOf(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return (error as { code?: string }).code ?? error
  }
}

/** The naive graph: vertices as texts in order, edges by text. */
class TwoLists {
  vertices: string[] = []
  readonly edges = new Map<string, Edge>()

  apply(step: Step): unknown {
    if (step.do === 'setVertex') return this.#set(text(step.vertex))
    if (step.do === 'dropVertex') return this.#drop(text(step.vertex))
    if ('edge' in step) return this.#changeEdge(step.do, step.edge)
    if (step.do === 'clear') this.vertices = []
    return this.edges.clear()
  }

  #changeEdge(change: 'addEdge' | 'dropEdge', edge: Edge): unknown {
    if (change === 'dropEdge') return this.edges.delete(edgeText(edge))
    const ends = [text(edge.src), text(edge.dst)]
    if (!ends.every((end) => this.vertices.includes(end))) return 'LINEAGE_UNKNOWN_VERTEX'
    const isNew = !this.edges.has(edgeText(edge))
    this.edges.set(edgeText(edge), edge)
    return isNew
  }

  #set(vertex: string): undefined {
    if (!this.vertices.includes(vertex)) this.vertices.push(vertex)
  }

  #drop(vertex: string): boolean {
    const known = this.vertices.includes(vertex)
    this.vertices = this.vertices.filter((one) => one !== vertex)
    for (const [key, { src, dst }] of this.edges) {
      if (text(src) === vertex || text(dst) === vertex) this.edges.delete(key)
    }
    return known
  }
}
