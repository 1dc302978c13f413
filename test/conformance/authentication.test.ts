import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_HEADERS, type ServedFlights, serveFlights } from '../support/flights.ts'

const OPERATIONS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/v1/attribution/dim_peer_compare'],
  ['POST', '/api/v1/attribution/dim_time_compare'],
  ['GET', '/api/v1/lineage/queryAll'],
  ['GET', '/api/v1/lineage/queryVertexLineage'],
  ['GET', '/api/v1/dimension/detail'],
  ['GET', '/api/v1/metrics/dimensionAll'],
  ['GET', '/api/v1/dataset/info'],
]

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

async function statusOf(method: string, path: string, headers: Record<string, string>) {
  const response = await fetch(`${flights.url}${path}`, { method, headers })
  await response.arrayBuffer()
  return response.status
}

describe.each(OPERATIONS)('%s %s', (method, path) => {
  test.each(Object.keys(DEMO_HEADERS))('needs %s', async (header) => {
    const headers: Record<string, string> = { ...DEMO_HEADERS }
    delete headers[header]
    expect(await statusOf(method, path, headers)).toBe(400)
  })

  test.each(Object.keys(DEMO_HEADERS))('takes at most 32 characters of %s', async (header) => {
    const most = { ...DEMO_HEADERS, [header]: 'x'.repeat(32) }
    expect(await statusOf(method, path, most)).toBe(header === 'auth-type' ? 400 : 401)
    expect(await statusOf(method, path, { ...most, [header]: 'x'.repeat(33) })).toBe(400)
  })

  test('refuses unknown callers', async () => {
    for (const wrong of [{ 'tenant-id': 'other' }, { 'auth-value': 'other' }]) {
      expect(await statusOf(method, path, { ...DEMO_HEADERS, ...wrong })).toBe(401)
    }
  })
})

test.each(['UID', 'TOKEN', 'ACCOUNT', 'APIKEY'])('auth-type may be %s', async (type) => {
  const status = await statusOf('GET', '/api/v1/lineage/queryAll', {
    ...DEMO_HEADERS,
    'auth-type': type,
  })
  expect(status).toBe(type === 'UID' || type === 'ACCOUNT' ? 200 : 401)
})

test('a secret is accepted under its own type', async () => {
  const authValue = await flights.platform.createCredential({ account: 'demo', kind: 'TOKEN' })
  expect(authValue.length).toBeLessThanOrEqual(32)
  const headers = { ...DEMO_HEADERS, 'auth-value': authValue }
  const path = '/api/v1/lineage/queryAll'
  expect(await statusOf('GET', path, { ...headers, 'auth-type': 'TOKEN' })).toBe(200)
  expect(await statusOf('GET', path, { ...headers, 'auth-type': 'APIKEY' })).toBe(401)
})
