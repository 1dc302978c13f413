import { setTimeout as delay } from 'node:timers/promises'
import type { ImportedLineageData } from '@tributary/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, DEMO_HEADERS, type ServedFlights, serveFlights } from '../support/flights.ts'
import { expectFields } from './support/fields.ts'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(async () => {
  await flights.close()
})

async function send(url: string, path: string, body?: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/lineage/${path}`, {
    headers: DEMO_HEADERS,
    ...(body !== undefined && { method: 'POST', body }),
  })
  return { status: response.status, body: await response.json() }
}

async function cancel(importId: string): Promise<Answer> {
  const response = await fetch(`${flights.url}/api/v1/lineage/cancelImport`, {
    method: 'POST',
    headers: { ...DEMO_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ importId }),
  })
  return { status: response.status, body: await response.json() }
}

const FIELDS = {
  importId: 'string',
  status: 'string',
  file: 'string',
  format: 'string|null',
  vertices: 'integer|null',
  edges: 'integer|null',
  newVertices: 'integer|null',
  newEdges: 'integer|null',
  progress: 'object|null',
  startTime: 'string',
  endTime: 'string|null',
  msg: 'string|null',
}

function chain(length: number, last = ''): string {
  const rows = Array.from({ length }, (_, at) => `METRIC,link_${at},METRIC,link_${at + 1}`)
  return ['src_type,src_id,dst_type,dst_id', ...rows, last].join('\n')
}

async function untilEnded(importId: string): Promise<ImportedLineageData> {
  for (;;) {
    const { status, body } = await send(flights.url, `queryImport?import_id=${importId}`)
    expect(status).toBe(200)
    expectFields(body.data, FIELDS)
    if (body.data.status !== 'RUNNING') return body.data
    await delay(10)
    expectFields(body.data.progress, { step: 'string', done: 'integer', total: 'integer|null' })
  }
}

describe('an import of lineage', () => {
  test('is answered with what it did, which can be asked for again', async () => {
    const { status, body } = await send(flights.url, 'import?file=edges.csv', chain(2))
    expect(status).toBe(200)
    expectFields(body.data, FIELDS)
    expect(body.data).toMatchObject({ status: 'SUCCESS', vertices: 3, edges: 2, progress: null })
    const { importId } = body.data
    const again = await send(flights.url, `queryImport?import_id=${importId}`)
    expect(again.body.data).toEqual(body.data)
  })

  test('that takes long is answered with its id, and goes on', async () => {
    const { status, body } = await send(flights.url, 'import?at_once=true', chain(10_000))
    expect({ status, code: body.code, success: body.success }).toEqual({
      status: 200,
      code: '200',
      success: true,
    })
    expectFields(body.data, FIELDS)
    expect(body.data).toMatchObject({ status: 'RUNNING', vertices: null, endTime: null })
    const { vertices, edges, ...state } = await untilEnded(body.data.importId)
    expect({ vertices, edges }).toEqual({ vertices: 10_001, edges: 10_000 })
    expect(state).toMatchObject({ status: 'SUCCESS', progress: null, msg: null })
  })

  test('that takes long and fails says why', async () => {
    const { body } = await send(
      flights.url,
      'import?file=a.csv&at_once=true',
      chain(10_000, 'METRIC,a,B,c'),
    )
    const state = await untilEnded(body.data.importId)
    expect(state).toMatchObject({ status: 'FAILED', vertices: null, newEdges: null })
    expect(state.msg).toMatch(/^LINEAGE_INVALID_IMPORT: a\.csv: line 10002 /)
  })

  test('can be cancelled, and has stored nothing then', async () => {
    const before = await send(flights.url, 'queryAll')
    const { body } = await send(
      flights.url,
      'import?at_once=true',
      chain(50_000, '').replaceAll('link', 'gone'),
    )
    const { importId } = body.data
    const cancelled = await cancel(importId)
    expect(cancelled.body.data).toMatchObject({
      status: 'CANCELLED',
      vertices: null,
      progress: null,
    })
    expect(cancelled.body.data.msg).toContain('"demo" cancelled it')
    // An import that has ended stays as it is.
    expect((await cancel(importId)).body.data).toEqual(cancelled.body.data)
    expect(await untilEnded(importId)).toEqual(cancelled.body.data)
    const after = await send(flights.url, 'queryAll')
    expect(after.body.data).toEqual(before.body.data)
  })
})

test.each([
  ['import_id=00000000-0000-4000-8000-000000000000', 404, 'PLATFORM_UNKNOWN_IMPORT'],
  ['', 400, 'SERVER_INVALID_QUERY'],
  [`import_id=${'x'.repeat(129)}`, 400, 'SERVER_INVALID_QUERY'],
  ['import_id=%00', 400, 'SERVER_INVALID_QUERY'],
])('the state of no import, %s, is %i', async (query, expected, code) => {
  const { status, body } = await send(flights.url, `queryImport?${query}`)
  expect(status).toBe(expected)
  expect(body.detailErrorMsg).toContain(code)
})
