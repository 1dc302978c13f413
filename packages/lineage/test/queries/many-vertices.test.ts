import { createLineageGraph, type LineageGraph, neighbourhood } from '@tributary/lineage'
import { expect, test } from 'vitest'
import { compareVertices } from '../../src/model/vertex.ts'
import { bare, edge, ref, text } from '../samples.ts'

const root = ref('DATASET wide')

/** A dataset that feeds columns, added in an order that is not that of their names. */
function wide(columns: number): LineageGraph {
  const graph = createLineageGraph()
  graph.setVertex(bare(root))
  for (let i = 0; i < columns; i++) add(graph, (i * 7919) % columns)
  return graph
}

function add(graph: LineageGraph, column: number): void {
  graph.setVertex(bare(ref(`DATASET_COLUMN wide.c${column}`)))
  graph.addEdge(edge(`DATASET wide > DATASET_COLUMN wide.c${column}`))
}

function listed(graph: LineageGraph): readonly string[] {
  return neighbourhood(graph, { root, upstream: 0, downstream: 1 }).vertices.map(text)
}

function sortedVertices(graph: LineageGraph): readonly string[] {
  const columns = [...graph.vertices()].slice(1)
  return [text(root), ...columns.sort(compareVertices).map(text)]
}

test('a large answer is in order before and after vertices come and go', () => {
  const graph = wide(1_000)
  expect(listed(graph)).toEqual(sortedVertices(graph))
  for (let i = 0; i < 1_300; i++) {
    add(graph, 1_000 + i)
    if (i % 3 === 0) graph.dropVertex(ref(`DATASET_COLUMN wide.c${i}`))
    if (i % 5 === 0) graph.dropVertex(ref(`DATASET_COLUMN wide.c${1_000 + i}`))
    if (i % 400 === 0) expect(listed(graph)).toEqual(sortedVertices(graph))
  }
  expect(listed(graph)).toEqual(sortedVertices(graph))
})

test('preparing while the graph changes gives the same order', async () => {
  const graph = wide(5_000)
  const prepared = graph.prepare()
  graph.dropVertex(ref('DATASET_COLUMN wide.c17'))
  add(graph, 5_001)
  await prepared
  add(graph, 5_002)
  expect(listed(graph)).toEqual(sortedVertices(graph))
})

test('after clearing, the labels are those of the next graph', async () => {
  const graph = wide(300)
  await graph.prepare()
  graph.clear()
  expect(graph.view.vertexCount).toBe(0)
  graph.setVertex(bare(root))
  for (let i = 0; i < 400; i++) add(graph, i)
  expect(listed(graph)).toEqual(sortedVertices(graph))
})

test('a graph with many additions and removals takes memory only for its present vertices', async () => {
  const graph = wide(100)
  const { indexBytes } = graph
  for (let i = 100; i < 30_000; i++) {
    add(graph, i)
    graph.dropVertex(ref(`DATASET_COLUMN wide.c${i - 50}`))
    if (i % 3_000 === 0) {
      expect(listed(graph)).toEqual(sortedVertices(graph))
      expect(graph.indexBytes).toBeLessThan(indexBytes + 300_000)
    }
  }
  await graph.prepare()
  expect(listed(graph)).toEqual(sortedVertices(graph))
  expect(graph.vertexCount).toBe(101)
})

test('two graphs that share working memory answer independently', () => {
  const [left, right] = [wide(400), wide(300)]
  right.dropVertex(ref('DATASET_COLUMN wide.c1'))
  for (let turn = 0; turn < 3; turn++) {
    expect(listed(left)).toHaveLength(401)
    expect(listed(right)).toHaveLength(300)
  }
})

test('a page of a large answer costs no list of the rest, and its totals are exact', () => {
  const graph = wide(2_000)
  const query = { root, upstream: 0, downstream: 1 }
  const page = neighbourhood(graph, { ...query, limit: 10 })
  expect(page.vertices).toHaveLength(10)
  expect(page.totals).toMatchObject({ vertices: 2_001, edges: 2_000 })
  expect(neighbourhood(graph, { ...query, limit: 0 })).toMatchObject({
    vertices: [],
    edges: [],
    truncated: true,
    cursor: null,
    totals: { vertices: 2_001, edges: 2_000 },
  })
})

test.each([
  { limit: -1 },
  { limit: 0.5 },
  { budget: -1 },
  { budget: Number.NaN },
  { cursor: '' },
  { cursor: 'nonsense' },
  { cursor: Buffer.from('[1,"NOTHING","a"]').toString('base64url') },
])('refuses %j by name', (wrong) => {
  expect(() => neighbourhood(wide(1), { root, upstream: 1, downstream: 1, ...wrong })).toThrow(
    expect.objectContaining({ code: 'LINEAGE_INVALID_PAGE' }),
  )
})

test('a graph takes no more than it may, and stays as it was', () => {
  const graph = createLineageGraph({ maxVertices: 2, maxEdges: 1 })
  graph.setVertex(bare(ref('METRIC a')))
  graph.setVertex(bare(ref('METRIC b')))
  graph.addEdge(edge('METRIC a > METRIC b'))
  const full = expect.objectContaining({ code: 'LINEAGE_TOO_LARGE' })
  expect(() => graph.setVertex(bare(ref('METRIC c')))).toThrow(full)
  expect(() => graph.addEdge(edge('METRIC b > METRIC a'))).toThrow(full)
  graph.setVertex({ ...bare(ref('METRIC b')), displayName: 'B' })
  expect(graph.addEdge(edge('METRIC a > METRIC b', 'COLUMN_IMPACT'))).toBe(true)
  expect([graph.vertexCount, graph.edgeCount]).toEqual([2, 2])
})
