import {
  createLineageGraph,
  EDGE_TYPES,
  type Edge,
  type LineageGraph,
  neighbourhood,
  VERTEX_TYPES,
  type VertexRef,
} from '@tributary/lineage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareVertices } from '../../../src/model/vertex.ts'
import { bare, text } from '../../samples.ts'

/** A graph of so many vertices that levels are counted instead of inserted, and so many edges that cycles abound. */
const anyLarge = fc
  .record({
    size: fc.integer({ min: 2, max: 400 }),
    edges: fc.array(fc.tuple(fc.nat(399), fc.nat(399), fc.nat(2)), { maxLength: 900, size: 'max' }),
    hub: fc.nat(399),
    hubDegree: fc.nat(399),
    isDownwards: fc.boolean(),
  })
  .map(({ size, edges, hub, hubDegree, isDownwards }) => {
    const vertices = Array.from({ length: size }, (_, i): VertexRef => {
      return { vertexType: VERTEX_TYPES[(i * 7) % VERTEX_TYPES.length]!, vertexId: `v${i}` }
    })
    const pairs = edges.map(([from, to, types]) => [from % size, to % size, types] as const)
    const spokes = Array.from(
      { length: hubDegree },
      (_, i) => [hub % size, i % size, i % 3] as const,
    )
    return {
      vertices,
      pairs: [...pairs, ...spokes].filter(([from, to]) => !isDownwards || from < to),
      root: vertices[hub % size]!,
    }
  })
type Large = typeof anyLarge extends fc.Arbitrary<infer T> ? T : never

const anySteps = fc.constantFrom(0, 1, 2, 3, 10)

test('large answers have what plain sets and a plain sort give, and pages concatenate to them', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLarge,
      anySteps,
      anySteps,
      fc.boolean(),
      fc.integer({ min: 1, max: 150 }),
      async (large, upstream, downstream, isPrepared, limit) => {
        const graph = graphOf(large)
        if (isPrepared) await graph.prepare()
        const query = { root: large.root, upstream, downstream }
        const expected = plainAnswer(large, upstream, downstream)
        const found = neighbourhood(graph, query)
        expect(found.vertices.map(text)).toEqual(expected.vertices.map(text))
        expect(found.edges).toEqual(expected.edges)
        const paged = { vertices: [] as unknown[], edges: [] as unknown[] }
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = neighbourhood(graph, { ...query, limit, ...(cursor ? { cursor } : {}) })
          paged.vertices.push(...page.vertices)
          paged.edges.push(...page.edges)
          expect(page.totals).toEqual(found.totals)
          cursor = page.cursor
        }
        expect(paged).toEqual({ vertices: found.vertices, edges: found.edges })
      },
    ),
    { numRuns: 60 },
  )
})

function graphOf({ vertices, pairs }: Large): LineageGraph {
  const graph = createLineageGraph()
  for (const vertex of vertices) graph.setVertex(bare(vertex))
  for (const edge of pairs.flatMap((pair) => edgesOf(vertices, pair))) graph.addEdge(edge)
  return graph
}

function edgesOf(
  vertices: readonly VertexRef[],
  [from, to, types]: readonly [number, number, number],
): readonly Edge[] {
  const ends = { src: vertices[from]!, dst: vertices[to]! }
  const edgeTypes = types === 2 ? EDGE_TYPES : [EDGE_TYPES[types]!]
  return edgeTypes.map((edgeType) => ({ ...ends, edgeType }))
}

function plainAnswer(
  { vertices, pairs, root }: Large,
  upstream: number,
  downstream: number,
): { readonly vertices: readonly VertexRef[]; readonly edges: readonly Edge[] } {
  const turned = pairs.map(([from, to, types]) => [to, from, types] as const)
  const up = hopsFrom(vertices.indexOf(root), turned, upstream)
  const down = hopsFrom(vertices.indexOf(root), pairs, downstream)
  const hopOf = (vertex: number) => Math.min(up.get(vertex) ?? 1e9, down.get(vertex) ?? 1e9)
  const inOrder = [...new Set([...up.keys(), ...down.keys()])].sort(
    (a, b) => hopOf(a) - hopOf(b) || compareVertices(vertices[a]!, vertices[b]!),
  )
  const places = new Map(inOrder.map((vertex, place) => [vertex, place]))
  const used = pairs.filter(
    ([from, to]) => (up.get(to) ?? 1e9) < upstream || (down.get(from) ?? 1e9) < downstream,
  )
  const keyed = used.flatMap((pair) => {
    const [source, target] = [places.get(pair[0])!, places.get(pair[1])!]
    const [earlier, later] = [Math.min(source, target), Math.max(source, target)]
    return edgesOf(vertices, pair).map((edge) => {
      const rank = [later, earlier, source, EDGE_TYPES.indexOf(edge.edgeType)]
      return { edge, key: rank.map((part) => String(part).padStart(9, '0')).join() }
    })
  })
  const unique = new Map(keyed.map(({ key, edge }) => [key, edge]))
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1))
  return { vertices: inOrder.map((at) => vertices[at]!), edges: sorted.map(([, edge]) => edge) }
}

/** By vertex in how many hops it is met, the root in none. */
function hopsFrom(
  root: number,
  pairs: readonly (readonly [number, number, number])[],
  most: number,
): ReadonlyMap<number, number> {
  const hops = new Map([[root, 0]])
  for (let hop = 1; hop <= most; hop++) {
    for (const [from, to] of pairs) {
      if (hops.get(from) === hop - 1 && !hops.has(to)) hops.set(to, hop)
    }
  }
  return hops
}
