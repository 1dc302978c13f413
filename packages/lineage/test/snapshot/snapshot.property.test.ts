import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createLineageGraph,
  EDGE_TYPES,
  importContent,
  type LineageContent,
  neighbourhood,
  openLineageSnapshot,
  type StatedEdge,
  type StatedVertex,
  VERTEX_TYPES,
  writeLineageSnapshot,
} from '@tributary/lineage'
import { vertexKey } from '@tributary/lineage/internal'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-snapshot-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const anyText = fc.string({ unit: 'binary', maxLength: 5 })
const source = fc.constantFrom('catalog', 'dbt', 'é')
const anyVertex = fc.record({
  vertexType: fc.constantFrom(...VERTEX_TYPES),
  vertexId: fc.oneof(anyText, fc.constantFrom('a', 'b', '\ud800', '\uffff', '\u{1f600}')),
  displayName: fc.option(anyText),
  description: fc.option(anyText),
  // As JSON has it: without a negative zero.
  custom: fc.option(
    fc.dictionary(anyText, fc.jsonValue()).map((one) => JSON.parse(JSON.stringify(one))),
  ),
  source: fc.option(source),
})
const anyEdge = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  edgeType: fc.constantFrom(...EDGE_TYPES),
  source,
})

const anyGraph = fc
  .tuple(fc.array(anyVertex, { maxLength: 8 }), fc.array(anyEdge, { maxLength: 12 }))
  .map(([vertices, edges]) => {
    const graph = createLineageGraph()
    for (const { source, ...vertex } of vertices) graph.setVertex(vertex, source ?? 'catalog')
    for (const { from, to, edgeType, source } of vertices.length === 0 ? [] : edges) {
      const src = vertices[from % vertices.length]!
      const dst = vertices[to % vertices.length]!
      graph.addEdge({ src, dst, edgeType }, source)
    }
    // Some are held by their edges only, or go.
    for (const { source, ...vertex } of vertices) {
      if (source === null) graph.releaseVertex(vertex, 'catalog')
    }
    return graph
  })

const contentOf = (content: LineageContent) => {
  const edgeKey = ({ src, dst, edgeType }: StatedEdge) =>
    JSON.stringify([vertexKey(src), vertexKey(dst), edgeType])
  return {
    vertices: new Map(
      Array.from(content.statedVertices(), (one: StatedVertex) => [vertexKey(one), one]),
    ),
    edges: new Map(Array.from(content.edges(), (one) => [edgeKey(one), one])),
  }
}

test('a snapshot has what was written, and answers as the graph does', async () => {
  await fc.assert(
    fc.asyncProperty(anyGraph, fc.nat(9), async (graph, version) => {
      const path = join(folder, 'one.snapshot')
      const notes = { who: 'é' }
      await writeLineageSnapshot(path, graph, { version, notes })
      const snapshot = await openLineageSnapshot(path)
      expect([snapshot.version, snapshot.notes]).toEqual([version, notes])
      const { vertexCount, edgeCount } = snapshot.view
      expect([vertexCount, edgeCount]).toEqual([graph.vertexCount, graph.edgeCount])
      expect(contentOf(snapshot)).toEqual(contentOf(graph))
      for (const root of graph.vertices()) {
        const query = { root, upstream: 2, downstream: 3, induced: true, boundary: true, limit: 5 }
        expect(neighbourhood(snapshot, query)).toEqual(neighbourhood(graph, query))
      }
      const again = createLineageGraph()
      importContent(again, snapshot)
      expect(contentOf(again)).toEqual(contentOf(graph))
    }),
    { numRuns: 150 },
  )
})
