import { createLineageGraph, type Neighbourhood, neighbourhood } from '@tributary/lineage'
import { describe, expect, test } from 'vitest'
import { bare, edge, edgeText, failureOf, graphOf, ref, text } from '../../samples.ts'

const flights = graphOf([
  edge('FILE flights.parquet > DATASET flights'),
  edge('FILE_COLUMN flights.parquet.delay > DATASET_COLUMN flights.delay', 'COLUMN_IMPACT'),
  edge('DATASET flights > DATASET_COLUMN flights.delay'),
  edge('DATASET flights > METRIC total_delay'),
  edge('DATASET_COLUMN flights.delay > METRIC total_delay', 'COLUMN_IMPACT'),
  edge('METRIC total_delay > METRIC average_delay'),
  edge('METRIC average_delay > ANALYSIS_VIEW board'),
])

describe('neighbourhood', () => {
  test('counts hops as edges and orders by closeness, type and id', () => {
    const found = neighbourhood(flights, {
      root: ref('METRIC total_delay'),
      upstream: 2,
      downstream: 1,
    })
    expect(hopsOf(found)).toEqual([
      ['METRIC total_delay', 0, 0],
      ['DATASET flights', 1, null],
      ['DATASET_COLUMN flights.delay', 1, null],
      ['METRIC average_delay', null, 1],
      ['FILE flights.parquet', 2, null],
      ['FILE_COLUMN flights.parquet.delay', 2, null],
    ])
    expect(found.edges.map(edgeText)).toEqual([
      'DATASET flights > METRIC total_delay TABLE_IMPACT',
      'DATASET_COLUMN flights.delay > METRIC total_delay COLUMN_IMPACT',
      'DATASET flights > DATASET_COLUMN flights.delay TABLE_IMPACT',
      'METRIC total_delay > METRIC average_delay TABLE_IMPACT',
      'FILE flights.parquet > DATASET flights TABLE_IMPACT',
      'FILE_COLUMN flights.parquet.delay > DATASET_COLUMN flights.delay COLUMN_IMPACT',
    ])
  })

  test('leaves out the edge between two vertices at the last hop', () => {
    const found = neighbourhood(flights, {
      root: ref('METRIC total_delay'),
      upstream: 1,
      downstream: 0,
    })
    expect(hopsOf(found).map(([vertex]) => vertex)).toContain('DATASET_COLUMN flights.delay')
    expect(found.edges.map(edgeText)).toEqual([
      'DATASET flights > METRIC total_delay TABLE_IMPACT',
      'DATASET_COLUMN flights.delay > METRIC total_delay COLUMN_IMPACT',
    ])
  })

  test('is the vertex alone with no hops, even in a self-loop', () => {
    const graph = graphOf([edge('METRIC a > METRIC a'), edge('METRIC a > METRIC b')])
    const found = neighbourhood(graph, { root: ref('METRIC a'), upstream: 0, downstream: 0 })
    expect(hopsOf(found)).toEqual([['METRIC a', 0, 0]])
    expect(found.edges).toEqual([])
  })

  test('lists a vertex and an edge that both sides reach once', () => {
    const graph = graphOf([
      edge('METRIC a > METRIC b', 'TABLE_IMPACT'),
      edge('METRIC a > METRIC b', 'COLUMN_IMPACT'),
      edge('METRIC b > METRIC c'),
      edge('METRIC c > METRIC a'),
      edge('METRIC a > METRIC a'),
    ])
    const root = ref('METRIC a')
    const found = neighbourhood(graph, { root, upstream: Number.MAX_SAFE_INTEGER, downstream: 1 })
    expect(hopsOf(found)).toEqual([
      ['METRIC a', 0, 0],
      ['METRIC b', 2, 1],
      ['METRIC c', 1, null],
    ])
    expect(found.edges.map(edgeText)).toEqual([
      'METRIC a > METRIC a TABLE_IMPACT',
      'METRIC a > METRIC b COLUMN_IMPACT',
      'METRIC a > METRIC b TABLE_IMPACT',
      'METRIC c > METRIC a TABLE_IMPACT',
      'METRIC b > METRIC c TABLE_IMPACT',
    ])
  })

  test('carries what vertices say, and only references in edges', () => {
    const graph = createLineageGraph()
    const custom = {
      originDataType: 'DECIMAL',
      type: 'ATOMIC',
      category: [{ name: 'Uncategorized', id: '-1' }],
    }
    graph.setVertex({ ...ref('METRIC a'), displayName: 'A', description: null, custom })
    graph.setVertex(bare(ref('METRIC b')))
    graph.addEdge(edge('METRIC a > METRIC b'))
    const found = neighbourhood(graph, { root: ref('METRIC b'), upstream: 1, downstream: 1 })
    expect(found).toEqual({
      root: ref('METRIC b'),
      upstream: 1,
      downstream: 1,
      vertices: [
        { ...bare(ref('METRIC b')), upstreamHop: 0, downstreamHop: 0 },
        {
          ...ref('METRIC a'),
          displayName: 'A',
          description: null,
          custom,
          upstreamHop: 1,
          downstreamHop: null,
        },
      ],
      edges: [edge('METRIC a > METRIC b')],
      totals: {
        vertices: 2,
        edges: 1,
        upstream: [{ hop: 1, vertices: 1, byType: { METRIC: 1 } }],
        downstream: [],
      },
      truncated: false,
      cursor: null,
      partial: null,
      boundary: null,
    })
  })

  test('does not meet the same id in another type', () => {
    const graph = graphOf([edge('DATASET x > METRIC x'), edge('METRIC y > DATASET x')])
    const found = neighbourhood(graph, { root: ref('METRIC x'), upstream: 1, downstream: 9 })
    expect(hopsOf(found).map(([vertex]) => vertex)).toEqual(['METRIC x', 'DATASET x'])
  })

  test('follows a chain of 20,000 edges to its end', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => edge(`METRIC m${i} > METRIC m${i + 1}`))
    const root = ref('METRIC m20000')
    const found = neighbourhood(graphOf(chain), {
      root,
      upstream: Number.MAX_SAFE_INTEGER,
      downstream: 0,
    })
    expect(found.vertices.at(-1)).toMatchObject({ vertexId: 'm0', upstreamHop: 20_000 })
    expect(found.edges).toHaveLength(20_000)
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1' as unknown as number])(
    'refuses %s as a number of hops and says which',
    (wrong) => {
      const root = ref('METRIC total_delay')
      const up = failureOf(() => neighbourhood(flights, { root, upstream: wrong, downstream: 1 }))
      const down = failureOf(() => neighbourhood(flights, { root, upstream: 1, downstream: wrong }))
      expect([up.code, up.details]).toEqual([
        'LINEAGE_INVALID_STEP',
        { step: 'upstream', found: String(wrong) },
      ])
      expect([down.code, down.details]).toEqual([
        'LINEAGE_INVALID_STEP',
        { step: 'downstream', found: String(wrong) },
      ])
      expect(down.message).toContain('downstream hops')
    },
  )

  test('names near ids for an unknown root', () => {
    const failed = failureOf(() =>
      neighbourhood(flights, { root: ref('METRIC averge_delay'), upstream: 1, downstream: 1 }),
    )
    expect(failed.code).toBe('LINEAGE_UNKNOWN_VERTEX')
    expect(failed.message).toBe(
      'The lineage graph has no METRIC "averge_delay" (the root of the neighbourhood). Did you mean "average_delay"?',
    )
    expect(failed.details).toMatchObject({ vertexType: 'METRIC', suggestions: ['average_delay'] })
  })

  test('names the type that has the id of an unknown root', () => {
    const failed = failureOf(() =>
      neighbourhood(flights, { root: ref('DIMENSION flights'), upstream: 1, downstream: 1 }),
    )
    expect(failed.message).toContain('That id exists as DATASET.')
    expect(failed.details).toMatchObject({ otherTypes: ['DATASET'] })
  })

  test('refuses any root of an empty graph', () => {
    const failed = failureOf(() =>
      neighbourhood(createLineageGraph(), {
        root: ref('METRIC constructor'),
        upstream: 0,
        downstream: 0,
      }),
    )
    expect(failed.code).toBe('LINEAGE_UNKNOWN_VERTEX')
    expect(failed.message).toContain('Check its type and its id.')
  })
})

function hopsOf(
  found: Neighbourhood,
): readonly (readonly [string, number | null, number | null])[] {
  return found.vertices.map((one) => [text(one), one.upstreamHop, one.downstreamHop])
}
