import { expect, test } from 'vitest'
import { edgeKey, markChanges } from '../../src/analysis/mark-changes.ts'
import { type LineageGraphData, toAssetKey } from '../../src/analysis/merge-lineage.ts'

const ref = (vertexId: string) => ({ vertexType: 'METRIC' as const, vertexId })
const vertex = (vertexId: string) => ({
  ...ref(vertexId),
  displayName: null,
  description: null,
  custom: null,
})
const edge = (from: string, to: string) => ({
  srcVertex: ref(from),
  dstVertex: ref(to),
  edgeType: 'TABLE_IMPACT' as const,
})

const GRAPH: LineageGraphData = {
  vertices: ['a', 'b', 'c'].map(vertex),
  edges: [edge('a', 'b'), edge('b', 'c')],
  further: new Map(),
  hidden: 0,
  isCut: false,
}

test('added and changed assets are marked, and removed assets are shown with their edges to shown assets', () => {
  const { graph, assets, edges } = markChanges(GRAPH, {
    vertices: {
      added: [vertex('a')],
      removed: [vertex('gone'), vertex('far')],
      changed: [{ before: vertex('c'), after: vertex('c') }],
    },
    edges: { added: [edge('a', 'b')], removed: [edge('gone', 'b'), edge('far', 'gone')] },
    hidden: 0,
  })
  expect(graph.vertices.map(({ vertexId }) => vertexId)).toEqual(['a', 'b', 'c', 'gone'])
  expect(graph.edges).toEqual([...GRAPH.edges, edge('gone', 'b')])
  expect(new Map(assets)).toEqual(
    new Map([
      [toAssetKey(ref('c')), '~'],
      [toAssetKey(ref('a')), '+'],
      [toAssetKey(ref('gone')), '−'],
    ]),
  )
  expect(edges.get(edgeKey(edge('a', 'b')))).toBe('+')
  expect(edges.get(edgeKey(edge('gone', 'b')))).toBe('−')
})
