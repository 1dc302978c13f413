import { type Edge, neighbourhood, type VertexRef, vertexKey } from '@tributary/lineage'
import fc from 'fast-check'
import { DirectedGraph } from 'graphology'
import { bfsFromNode } from 'graphology-traversal'
import { expect, test } from 'vitest'
import { anyRooted, edgeText, graphOf, type Lists, text } from '../samples.ts'

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

test('reaches what the traversal of graphology reaches', () => {
  fc.assert(
    fc.property(anyRooted, hops, hops, ({ root, ...lists }, upstream, downstream) => {
      const found = neighbourhood(graphOf(lists.edges, lists.vertices), {
        root,
        upstream,
        downstream,
      })
      const keys = new Set([
        ...traverse(lists, root, { mode: 'inbound', limit: upstream }),
        ...traverse(lists, root, { mode: 'outbound', limit: downstream }),
      ])
      expect(found.vertices.map(vertexKey).sort()).toEqual([...keys].sort())
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

function traverse(
  { vertices, edges }: Lists,
  root: VertexRef,
  { mode, limit }: { readonly mode: 'inbound' | 'outbound'; readonly limit: number },
): readonly string[] {
  const graph = new DirectedGraph()
  for (const vertex of vertices) graph.mergeNode(vertexKey(vertex))
  for (const { src, dst } of edges) graph.mergeDirectedEdge(vertexKey(src), vertexKey(dst))
  const keys: string[] = []
  const visit = (key: string, _attributes: unknown, depth: number): boolean => {
    keys.push(key)
    return depth >= limit
  }
  bfsFromNode(graph, vertexKey(root), visit, { mode })
  return keys
}
