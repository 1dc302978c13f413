import type { VertexLineageData } from '@tributary/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLineage, toAssetKey } from '../../src/analysis/merge-lineage.ts'

const SIZE = 8
const ref = (at: number) => ({ vertexType: 'METRIC', vertexId: `m${at}` })
const vertex = (at: number) => ({ ...ref(at), displayName: null, description: null, custom: null })

type Edges = readonly (readonly [number, number])[]

/** What the service answers about one hop around an asset. */
function around(edges: Edges, root: number): VertexLineageData {
  const own = edges.filter((ends) => ends.includes(root))
  const listed = [...new Set([root, ...own.flat()])]
  const beyond = (at: number, side: 0 | 1) =>
    new Set(
      edges.flatMap((ends) =>
        ends[side === 0 ? 1 : 0] === at && !listed.includes(ends[side]!) ? [ends[side]!] : [],
      ),
    ).size
  return {
    vertexList: listed.map(vertex),
    edgeList: edges
      .filter(([from, to]) => listed.includes(from) && listed.includes(to))
      .map(([from, to]) => ({
        srcVertex: ref(from),
        dstVertex: ref(to),
        edgeType: 'TABLE_IMPACT',
      })),
    extras: {
      totals: { vertices: 0, edges: 0, upstream: [], downstream: [] },
      truncated: false,
      cursor: null,
      partial: null,
      boundary: listed.map((at) => ({
        vertex: ref(at),
        upstream: beyond(at, 0),
        downstream: beyond(at, 1),
      })),
      hidden: 0,
    },
  }
}

const edges = fc.uniqueArray(
  fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)).filter(([from, to]) => from !== to),
  { selector: String, maxLength: 14 },
)

test('expanding each asset that has further neighbours ends with all that is connected', () => {
  fc.assert(
    fc.property(edges, (all) => {
      const expanded = new Set([0])
      for (let step = 0; step <= SIZE; step += 1) {
        const graph = mergeLineage([...expanded].map((root) => around(all, root)))
        for (const key of graph.further.keys()) expanded.add(Number(key.slice('METRIC m'.length)))
      }
      const graph = mergeLineage([...expanded].map((root) => around(all, root)))
      expect(graph.further.size).toBe(0)
      expect(new Set(graph.vertices.map(toAssetKey)).size).toBe(graph.vertices.length)
      const reached = new Set([0])
      for (let step = 0; step < SIZE; step += 1) {
        for (const ends of all)
          if (ends.some((one) => reached.has(one))) ends.map((one) => reached.add(one))
      }
      expect(graph.vertices.length).toBe(reached.size)
    }),
  )
})
