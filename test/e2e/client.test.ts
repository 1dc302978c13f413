import { type Client, ClientError, createClient } from '@tributary/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedFlights, serveFlights } from '../support/flights.ts'

let flights: ServedFlights
let client: Client
beforeAll(async () => {
  flights = await serveFlights()
  client = clientOf('demo')
})
afterAll(() => flights.close())

function clientOf(account: string): Client {
  const credentials = { tenantId: 'demo', authType: 'ACCOUNT', authValue: account } as const
  return createClient({ baseUrl: flights.url, credentials })
}

async function failureOf(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ClientError)
  return error as ClientError
}

const JUNE_AGAINST_MAY = {
  attributionCalculateType: 'ALL',
  currentTimeConstraint: '[metric_time__month] = "2001-06"',
  compareTimeConstraint: '[metric_time__month] = "2001-05"',
} as const

describe('the client against the sample workspace', () => {
  test('asks why a metric changed, and why two objects differ', async () => {
    const { tables } = await client.compareTimes({
      metric: 'flight_count',
      dimensions: ['origin'],
      attribution: JUNE_AGAINST_MAY,
    })
    expect(tables.map(({ dimension }) => dimension)).toEqual([null, 'origin'])
    const peers = await client.comparePeers({
      metric: 'flight_count',
      dimensions: ['destination'],
      attribution: {
        attributionCalculateType: 'ALL',
        timeConstraint: '[metric_time__month] = "2001-06"',
        compareDimension: 'origin',
        currentObject: { filters: ['[origin] = "ATL"'] },
        compareObject: { filters: ['[origin] = "ORD"'] },
      },
    })
    expect(peers.tables).toHaveLength(2)
  })

  test('asks where things come from', async () => {
    const { edgeList } = await client.allLineage()
    expect(edgeList.length).toBeGreaterThan(10)
    const vertex = { vertex_id: 'late_rate', vertex_type: 'METRIC' } as const
    const near = await client.vertexLineage({ ...vertex, input_step: 1, output_step: 0 })
    expect(near.vertexList.map(({ vertexId }) => vertexId)).toContain('late_flights')
    const way = await client.lineageEvidence({
      from_id: 'late_flights',
      from_type: 'METRIC',
      to_id: 'late_rate',
      to_type: 'METRIC',
    })
    expect(way.path.map(({ vertexId }) => vertexId)).toEqual(['late_flights', 'late_rate'])
    const { breaks, degrades } = await client.lineageImpact({
      vertex_id: 'late_flights',
      vertex_type: 'METRIC',
    })
    const downstream = [...breaks, ...degrades].map(({ vertexId }) => vertexId)
    expect(downstream).toContain('late_rate')
    expect((await client.lineageSinglePoints(vertex)).vertexList).toBeInstanceOf(Array)
    expect(await client.lineageLooseEnds()).toHaveProperty('unused')
    expect(await client.lineageCycles()).toEqual({ cycleList: [], hidden: 0 })
    const from = new Date().toISOString()
    expect((await client.lineageDifference({ from })).vertices.added).toEqual([])
  })

  test('takes lineage out and in again as files', async () => {
    const csv = await client.exportLineage({ format: 'csv' })
    expect(csv).toContain('late_rate')
    const taken = await client.importLineage({ text: csv, file: 'own.csv' })
    expect(taken).toMatchObject({ format: 'csv', newVertices: 0, newEdges: 0 })
  })

  test('lists who may use a metric', async () => {
    const entries = await client.resourceEntries({
      resourceType: 'METRIC',
      resourceId: 'late_rate',
    })
    expect(entries.map(({ authorityAccount }) => authorityAccount.account)).toContain('analyst')
  })

  test('reads definitions, by name and by code', async () => {
    expect((await client.dimensionDetail({ dimName: 'origin' })).dimName).toBe('origin')
    // The name is no code: the header has arrived.
    const byCode = client.dimensionDetail({ dimName: 'origin', queryBy: 'UUID' })
    expect((await failureOf(byCode)).code).toBe('CATALOG_UNKNOWN_DIMENSION')
    const dimensions = await client.dimensionsOfMetrics({
      metricNames: ['late_rate', 'flight_count'],
    })
    expect(Object.keys(dimensions).toSorted()).toEqual(['flight_count', 'late_rate'])
    expect((await client.datasetDetail({ name: 'flights' })).name).toBe('flights')
  })

  test('writes and reads attributes and groups', async () => {
    const user = { identityType: 'USER_ACCOUNT', identityValues: ['analyst'] } as const
    const saved = await client.saveUserAttributes({
      identityType: 'USER_ACCOUNT',
      userPropertyRequests: [
        { identityValue: 'analyst', properties: [{ name: 'desk', value: 'ops 日本' }] },
      ],
    })
    expect(saved).toBe(true)
    expect(await client.userAttributes(user)).toEqual([
      { identityValue: 'analyst', properties: [{ name: 'desk', value: 'ops 日本' }] },
    ])
    const items = [{ identityValue: 'analyst', propertyNames: ['desk'] }]
    await client.deleteUserAttributes({ identityType: 'USER_ACCOUNT', items })
    expect(await client.userAttributes(user)).toEqual([
      { identityValue: 'analyst', properties: [] },
    ])
    const groups = await client.userGroups({ pageNumber: 1, pageSize: 10 })
    expect(groups.list.map(({ groupCode }) => groupCode)).toContain('ops_east')
  })

  test('rejects with what the service says', async () => {
    const unknown = await failureOf(client.datasetDetail({ name: 'flihgts' }))
    expect(unknown).toMatchObject({ code: 'CATALOG_UNKNOWN_DATASET', status: 404 })
    expect(unknown.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(unknown.detail).toContain('did you mean flights?')
    const stranger = await failureOf(clientOf('nobody').allLineage())
    expect(stranger).toMatchObject({ code: 'ACCESS_UNAUTHENTICATED', status: 401 })
  })

  test('stops a question whose signal is aborted', async () => {
    const signal = AbortSignal.timeout(1)
    const asked = client.compareTimes(
      { metric: 'flight_count', dimensions: ['origin'], attribution: JUNE_AGAINST_MAY },
      { signal },
    )
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
