import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

async function neighbourhood(id: string, type: string, up: number, down: number) {
  const query = new URLSearchParams({
    vertex_id: id,
    vertex_type: type,
    input_step: String(up),
    output_step: String(down),
  })
  const { status, body } = await flights.ask(`/api/v1/lineage/queryVertexLineage?${query}`)
  expect(status).toBe(200)
  const { vertexList, edgeList } = body.data as {
    vertexList: { vertexType: string; vertexId: string }[]
    edgeList: { srcVertex: { vertexId: string }; dstVertex: { vertexId: string } }[]
  }
  return {
    vertices: vertexList.map(({ vertexType, vertexId }) => `${vertexType}:${vertexId}`),
    edges: edgeList.map(
      ({ srcVertex, dstVertex }) => `${srcVertex.vertexId} → ${dstVertex.vertexId}`,
    ),
    vertexList,
  }
}

describe('vertexLineage', () => {
  test('leads from the average delay to the flights file and its column', async () => {
    const { vertices } = await neighbourhood('average_delay', 'METRIC', 3, 0)
    expect(vertices[0]).toBe('METRIC:average_delay')
    expect(vertices).toContain('FILE:vega.files.flights-3m_parquet')
    expect(vertices).toContain('FILE_COLUMN:vega.files.flights-3m_parquet.delay')
  })

  test('leads from the state of origin to the airports file', async () => {
    const { vertices } = await neighbourhood('origin_state', 'DIMENSION', 3, 0)
    expect(vertices).toContain('FILE:vega.files.airports_csv')
    expect(vertices).toContain('FILE_COLUMN:vega.files.airports_csv.state')
  })

  test('gives only the vertex itself within no steps', async () => {
    const { vertices, edges, vertexList } = await neighbourhood('average_delay', 'METRIC', 0, 0)
    expect(vertices).toEqual(['METRIC:average_delay'])
    expect(edges).toEqual([])
    expect(vertexList[0]).toMatchObject({
      displayName: expect.any(String),
      description: expect.any(String),
      custom: {
        originDataType: 'DOUBLE',
        type: 'COMPOSITE',
        category: [{ id: 'delays', name: 'Delays' }],
      },
    })
  })

  test('counts one step as one edge, on either side', async () => {
    const { vertices, edges } = await neighbourhood('flight_count', 'METRIC', 1, 1)
    expect(vertices).toEqual([
      'METRIC:flight_count',
      'DATASET:flights',
      'METRIC:average_delay',
      'METRIC:late_flights',
      'METRIC:late_rate',
    ])
    expect([...edges].sort()).toEqual([
      'flight_count → average_delay',
      'flight_count → late_flights',
      'flight_count → late_rate',
      'flights → flight_count',
    ])
  })
})

test('allLineage lists the edges that every neighbourhood is made of', async () => {
  const { body } = await flights.ask('/api/v1/lineage/queryAll')
  const all = new Set(
    (body.data.edgeList as { srcVertex: object; dstVertex: object }[]).map((edge) =>
      JSON.stringify(edge),
    ),
  )
  expect(all.size).toBe(body.data.edgeList.length)
  const query = 'vertex_id=late_rate&vertex_type=METRIC&input_step=9&output_step=9'
  const near = await flights.ask(`/api/v1/lineage/queryVertexLineage?${query}`)
  for (const { srcVertex, dstVertex } of near.body.data.edgeList) {
    expect(all).toContain(JSON.stringify({ srcVertex, dstVertex }))
  }
})
