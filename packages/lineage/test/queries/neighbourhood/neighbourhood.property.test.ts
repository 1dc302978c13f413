import {
  EDGE_TYPES,
  type Edge,
  type EdgeType,
  findGraphNeighbourhood,
  type Neighbourhood,
  neighbourhood,
  type VertexRef,
  type VertexType,
} from '@tributary/lineage'
import { vertexKey } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { MultiDirectedGraph } from 'graphology'
import { expect, test } from 'vitest'
import { anyRooted, edgeText, graphOf, type Lists, text } from '../../samples.ts'

const hops = fc.nat({ max: 4 })

test('finds exactly what listing every walk finds', () => {
  fc.assert(
    fc.property(anyRooted, hops, hops, ({ root, ...lists }, upstream, downstream) => {
      const found = neighbourhood(graphOf(lists.edges, lists.vertices), {
        root,
        upstream,
        downstream,
      })
      const up = listWalks(lists.edges.map(turned), root, upstream)
      const down = listWalks(lists.edges, root, downstream)
      for (const vertex of lists.vertices) {
        const one = found.vertices.find((other) => text(other) === text(vertex))
        expect(one?.upstreamHop ?? null).toBe(up.shortest.get(text(vertex)) ?? null)
        expect(one?.downstreamHop ?? null).toBe(down.shortest.get(text(vertex)) ?? null)
      }
      const expected = new Set([...[...up.used].map(turned), ...down.used].map(edgeText))
      expect(found.edges.map(edgeText).sort()).toEqual([...expected].sort())
    }),
    { numRuns: 300 },
  )
})

test('finds what the plain reference finds in a graphology graph', () => {
  fc.assert(
    fc.property(anyRooted, hops, hops, ({ root, ...lists }, upstream, downstream) => {
      const found = neighbourhood(graphOf(lists.edges, lists.vertices), {
        root,
        upstream,
        downstream,
      })
      const plain = new MultiDirectedGraph()
      for (const vertex of lists.vertices) plain.addNode(vertexKey(vertex))
      for (const edge of lists.edges) {
        plain.mergeEdgeWithKey(edgeText(edge), vertexKey(edge.src), vertexKey(edge.dst))
      }
      const reference = findGraphNeighbourhood(plain, {
        root: vertexKey(root),
        upstream,
        downstream,
      })
      const nodes = found.vertices.map(({ upstreamHop, downstreamHop, ...vertex }) => {
        return { key: vertexKey(vertex), upstreamHop, downstreamHop }
      })
      expect(new Set(reference.nodes)).toEqual(new Set(nodes))
      expect(reference.nodes).toHaveLength(nodes.length)
      expect(reference.edges.toSorted()).toEqual(found.edges.map(edgeText).toSorted())
    }),
    { numRuns: 200 },
  )
})

test('lists nothing twice, the root first, and no edge without its ends', () => {
  fc.assert(
    fc.property(anyRooted, hops, hops, ({ root, ...lists }, upstream, downstream) => {
      const found = neighbourhood(graphOf(lists.edges, lists.vertices), {
        root,
        upstream,
        downstream,
      })
      const vertices = found.vertices.map(text)
      expect(new Set(vertices).size).toBe(vertices.length)
      expect(vertices[0]).toBe(text(root))
      const edges = found.edges.map(edgeText)
      expect(new Set(edges).size).toBe(edges.length)
      for (const { src, dst } of found.edges) {
        expect(vertices).toContain(text(src))
        expect(vertices).toContain(text(dst))
      }
    }),
  )
})

test('does not depend on the order in which the graph was built', () => {
  const shuffled = anyRooted.chain((rooted) =>
    fc.record({
      rooted: fc.constant(rooted),
      edges: fc.shuffledSubarray([...rooted.edges], { minLength: rooted.edges.length }),
      vertices: fc.shuffledSubarray([...rooted.vertices], { minLength: rooted.vertices.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, hops, hops, ({ rooted, edges, vertices }, upstream, downstream) => {
      const query = { root: rooted.root, upstream, downstream }
      expect(neighbourhood(graphOf(edges, vertices), query)).toEqual(
        neighbourhood(graphOf(rooted.edges, rooted.vertices), query),
      )
    }),
  )
})

const scope = fc.record(
  {
    vertexTypes: fc.subarray<VertexType>(['DIMENSION', 'METRIC', 'FILE']),
    edgeTypes: fc.subarray<EdgeType>([...EDGE_TYPES], { minLength: 1 }),
    collapse: fc.boolean(),
    induced: fc.boolean(),
  },
  { requiredKeys: [] },
)

test('finds in a scope what it finds in the graph that the scope leaves', () => {
  fc.assert(
    fc.property(
      anyRooted,
      hops,
      hops,
      scope,
      ({ root, ...lists }, upstream, downstream, within) => {
        const query = { root, upstream, downstream }
        const found = neighbourhood(graphOf(lists.edges, lists.vertices), { ...query, ...within })
        const left = reduced(lists, root, within)
        const expected = neighbourhood(graphOf(left, lists.vertices), query)
        expect(found.vertices).toEqual(expected.vertices)
        const reached = new Set(expected.vertices.map(text))
        const inside = left.filter(
          ({ src, dst }) => reached.has(text(src)) && reached.has(text(dst)),
        )
        const edges = within.induced ? inside : expected.edges
        expect(found.edges.map(edgeText).sort()).toEqual([...new Set(edges.map(edgeText))].sort())
        const stated = new Set(lists.edges.map(edgeText))
        for (const edge of found.edges)
          expect(edge.derived === true).toBe(!stated.has(edgeText(edge)))
        expect(found.totals.edges).toBe(found.edges.length)
      },
    ),
    { numRuns: 400 },
  )
})

test('counts exactly what it lists, and the same when it lists less', () => {
  fc.assert(
    fc.property(
      anyRooted,
      hops,
      hops,
      fc.nat({ max: 4 }),
      scope,
      (rooted, up, down, limit, within) => {
        const graph = graphOf(rooted.edges, rooted.vertices)
        const query = { root: rooted.root, upstream: up, downstream: down, ...within }
        const { vertices, edges, totals } = neighbourhood(graph, query)
        expect([totals.vertices, totals.edges]).toEqual([vertices.length, edges.length])
        for (const [side, key] of [
          ['upstream', 'upstreamHop'],
          ['downstream', 'downstreamHop'],
        ] as const) {
          for (const { hop, vertices: count, byType } of totals[side]) {
            const there = vertices.filter((one) => one[key] === hop)
            expect(count).toBe(there.length)
            const types = Object.groupBy(there, ({ vertexType }) => vertexType)
            expect(byType).toEqual(
              Object.fromEntries(Object.entries(types).map(([t, all]) => [t, all.length])),
            )
          }
          const further = vertices.filter((one) => (one[key] ?? 0) > totals[side].length)
          expect(further).toEqual([])
        }
        expect(neighbourhood(graph, { ...query, limit }).totals).toEqual(totals)
      },
    ),
  )
})

test('gives pages that are the whole, one after another', () => {
  fc.assert(
    fc.property(
      anyRooted,
      hops,
      hops,
      fc.integer({ min: 1, max: 4 }),
      scope,
      (rooted, up, down, limit, within) => {
        const graph = graphOf(rooted.edges, rooted.vertices)
        const query = { root: rooted.root, upstream: up, downstream: down, ...within }
        const whole = neighbourhood(graph, query)
        const pages = [neighbourhood(graph, { ...query, limit })]
        while (pages.at(-1)!.cursor !== null) {
          pages.push(neighbourhood(graph, { ...query, limit, cursor: pages.at(-1)!.cursor! }))
        }
        expect(pages.flatMap(({ vertices }) => vertices)).toEqual(whole.vertices)
        expect(pages.flatMap(({ edges }) => edges)).toEqual(whole.edges)
        expect(pages.map(({ truncated }) => truncated)).toEqual(
          pages.map((_, page) => page < pages.length - 1),
        )
        expect(pages.every(({ vertices }) => vertices.length <= limit)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('answers for fewer hops, and says so, when the budget is small', () => {
  fc.assert(
    fc.property(
      anyRooted,
      hops,
      hops,
      fc.nat({ max: 12 }),
      scope,
      (rooted, up, down, budget, within) => {
        const graph = graphOf(rooted.edges, rooted.vertices)
        const query = { root: rooted.root, upstream: up, downstream: down, ...within }
        const { partial, ...found } = neighbourhood(graph, { ...query, budget })
        const { partial: none, ...expected } = neighbourhood(graph, { ...query, ...partial })
        expect(none).toBeNull()
        expect(found).toEqual({ ...expected, upstream: up, downstream: down })
        if (partial === null) expect(found).toEqual(omitPartial(neighbourhood(graph, query)))
      },
    ),
    { numRuns: 200 },
  )
})

test('counts the neighbours that a page does not list', () => {
  fc.assert(
    fc.property(
      anyRooted,
      hops,
      hops,
      fc.nat({ max: 5 }),
      scope,
      (rooted, up, down, limit, within) => {
        const graph = graphOf(rooted.edges, rooted.vertices)
        const query = { root: rooted.root, upstream: up, downstream: down, limit, ...within }
        const found = neighbourhood(graph, { ...query, boundary: true })
        const listed = new Set(found.vertices.map(text))
        const left = reduced(rooted, rooted.root, within)
        const around = (side: 'src' | 'dst', one: VertexRef): number => {
          const other = side === 'src' ? 'dst' : 'src'
          const ends = left
            .filter((edge) => text(edge[side]) === text(one))
            .map((edge) => text(edge[other]))
          return [...new Set(ends)].filter((end) => !listed.has(end)).length
        }
        const expected = found.vertices.map((one) => ({
          vertex: { vertexId: one.vertexId, vertexType: one.vertexType },
          upstream: one.upstreamHop === null ? 0 : around('dst', one),
          downstream: one.downstreamHop === null ? 0 : around('src', one),
        }))
        expect(found.boundary).toEqual(expected.filter((one) => one.upstream + one.downstream > 0))
      },
    ),
    { numRuns: 200 },
  )
})

function omitPartial({
  partial: _partial,
  ...rest
}: Neighbourhood): Omit<Neighbourhood, 'partial'> {
  return rest
}

interface Within {
  readonly vertexTypes?: readonly VertexType[]
  readonly edgeTypes?: readonly EdgeType[]
  readonly collapse?: boolean
}

/** The edges that a scope leaves: those between listed vertices, and with collapse one for each way through others. */
function reduced({ edges }: Lists, root: VertexRef, within: Within): readonly Edge[] {
  const { vertexTypes, edgeTypes = EDGE_TYPES, collapse = false } = within
  const isListed = (one: VertexRef): boolean =>
    vertexTypes === undefined || vertexTypes.includes(one.vertexType) || text(one) === text(root)
  const kept = edges.filter(({ edgeType }) => edgeTypes.includes(edgeType))
  const left: Edge[] = []
  for (const first of kept.filter(({ src }) => isListed(src))) {
    const open = [first.dst]
    const seen = new Set<string>()
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (isListed(at)) left.push({ ...first, dst: at })
      else if (collapse && !seen.has(text(at))) {
        seen.add(text(at))
        for (const { src, dst } of kept) if (text(src) === text(at)) open.push(dst)
      }
    }
  }
  return left
}

function turned({ src, dst, edgeType }: Edge): Edge {
  return { src: dst, dst: src, edgeType }
}

/** Goes every walk of at most `limit` edges, the same edges again and again if they come again. */
function listWalks(
  edges: readonly Edge[],
  root: VertexRef,
  limit: number,
): { readonly shortest: ReadonlyMap<string, number>; readonly used: ReadonlySet<Edge> } {
  const shortest = new Map<string, number>()
  const used = new Set<Edge>()
  const goOn = (at: VertexRef, length: number): void => {
    shortest.set(text(at), Math.min(length, shortest.get(text(at)) ?? length))
    if (length === limit) return
    for (const edge of edges) {
      if (text(edge.src) !== text(at)) continue
      used.add(edge)
      goOn(edge.dst, length + 1)
    }
  }
  goOn(root, 0)
  return { shortest, used }
}
