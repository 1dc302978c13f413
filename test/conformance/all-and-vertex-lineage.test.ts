import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'
import { expectFields } from './support/fields.ts'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

const VERTEX = { vertexId: 'string', vertexType: 'string' }
const GOOD = { vertex_id: 'late_rate', vertex_type: 'METRIC', input_step: '2', output_step: '2' }

function ask(query: Readonly<Record<string, string>>) {
  return flights.ask(`/api/v1/lineage/queryVertexLineage?${new URLSearchParams(query)}`)
}

/** Between which types an edge may lead. */
const DIRECTIONS = new Set([
  'FILE → DATASET',
  'FILE_COLUMN → DATASET_COLUMN',
  'DATASET → DATASET_COLUMN',
  'DATASET → METRIC',
  'DATASET_COLUMN → METRIC',
  'DATASET_COLUMN → DIMENSION',
  'METRIC → METRIC',
  'DIMENSION → METRIC',
])

/** The form of an id of each type. */
const ID_FORMS: Readonly<Record<string, RegExp>> = {
  FILE: /^[^.]+\.[^.]+\.[^.]+$/,
  FILE_COLUMN: /^[^.]+\.[^.]+\.[^.]+\.[^.]+$/,
  DATASET: /^\w+$/,
  DATASET_COLUMN: /^\w+\.\w+$/,
  DIMENSION: /^\w+$/,
  METRIC: /^\w+$/,
}

test('allLineage lists edges of vertices, in the observed directions, with ids of their forms', async () => {
  const { status, body } = await flights.ask('/api/v1/lineage/queryAll')
  expect(status).toBe(200)
  expectFields(body.data, { edgeList: 'array' })
  expect(body.data.edgeList.length).toBeGreaterThan(40)
  for (const edge of body.data.edgeList) {
    expectFields(edge, { srcVertex: 'object', dstVertex: 'object' })
    expectFields(edge.srcVertex, VERTEX)
    expectFields(edge.dstVertex, VERTEX)
    expect(DIRECTIONS).toContain(`${edge.srcVertex.vertexType} → ${edge.dstVertex.vertexType}`)
    for (const { vertexId, vertexType } of [edge.srcVertex, edge.dstVertex]) {
      expect(vertexId).toMatch(ID_FORMS[vertexType]!)
    }
  }
})

describe('vertexLineage', () => {
  test('answers vertices and edges with all their fields', async () => {
    const { status, body } = await ask(GOOD)
    expect(status).toBe(200)
    expectFields(body.data, { vertexList: 'array', edgeList: 'array' })
    for (const vertex of body.data.vertexList) {
      expectFields(vertex, {
        ...VERTEX,
        displayName: 'string|null',
        description: 'string|null',
        custom: 'object|null',
      })
    }
    for (const edge of body.data.edgeList) {
      expectFields(edge, { srcVertex: 'object', dstVertex: 'object', edgeType: 'string' })
      expect(['COLUMN_IMPACT', 'TABLE_IMPACT']).toContain(edge.edgeType)
    }
  })

  test('tells the custom data of a metric', async () => {
    const { body } = await ask(GOOD)
    const { custom } = body.data.vertexList[0]
    expectFields(custom, { originDataType: 'string', type: 'string', category: 'array' })
    expect(custom.category).toEqual([{ name: 'Delays', id: 'delays' }])
  })

  test.each(Object.keys(GOOD))('needs %s', async (name) => {
    const query: Record<string, string> = { ...GOOD }
    delete query[name]
    const { status, body } = await ask(query)
    expect(status).toBe(400)
    expect(body.detailErrorMsg).toContain(name)
  })

  test.each(['', '-1', '1.5', 'two', '1e1', ' '])('takes no steps of %j', async (steps) => {
    for (const name of ['input_step', 'output_step']) {
      expect((await ask({ ...GOOD, [name]: steps })).status).toBe(400)
    }
  })

  test('counts upstream and downstream apart', async () => {
    const ids = async (up: string, down: string) => {
      const { body } = await ask({
        vertex_id: 'flight_count',
        vertex_type: 'METRIC',
        input_step: up,
        output_step: down,
      })
      return body.data.vertexList.map(({ vertexId }: { vertexId: string }) => vertexId)
    }
    expect(await ids('0', '0')).toEqual(['flight_count'])
    expect(await ids('1', '0')).toEqual(['flight_count', 'flights'])
    expect(await ids('0', '1')).toEqual([
      'flight_count',
      'average_delay',
      'late_flights',
      'late_rate',
    ])
    expect(await ids('999999999999', '0')).toEqual([
      'flight_count',
      'flights',
      'vega.files.flights-3m_parquet',
    ])
  })

  test('knows the nine vertex types and no other', async () => {
    const types = ['FILE', 'FILE_COLUMN', 'PHYSICAL_TABLE', 'PHYSICAL_TABLE_COLUMN', 'DATASET']
    types.push('DATASET_COLUMN', 'DIMENSION', 'METRIC', 'ANALYSIS_VIEW')
    for (const vertex_type of types) {
      expect((await ask({ ...GOOD, vertex_id: 'nothing', vertex_type })).status).toBe(404)
    }
    for (const vertex_type of ['metric', 'TABLE', '__proto__', '']) {
      expect((await ask({ ...GOOD, vertex_type })).status).toBe(400)
    }
  })
})
