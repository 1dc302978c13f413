import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_HEADERS, type ServedFlights, serveFlights } from '../support/flights.ts'
import { ENVELOPE, expectFields } from './support/fields.ts'

let flights: ServedFlights
beforeAll(async () => {
  flights = await serveFlights()
})
afterAll(() => flights.close())

describe('the envelope', () => {
  test('of a success has code 200 and no message', async () => {
    const { body } = await flights.ask('/api/v1/dataset/info?name=flights')
    expectFields(body, ENVELOPE)
    expect(body).toMatchObject({ success: true, code: '200', errorMsg: null, detailErrorMsg: null })
  })

  test('of a failure has a message and no data', async () => {
    const { body } = await flights.ask('/api/v1/dataset/info?name=nowhere')
    expectFields(body, ENVELOPE)
    expect(body).toMatchObject({ data: null, success: false, code: '404' })
    expect(body.errorMsg).not.toBe('')
    expect(body.detailErrorMsg).toMatch(/^CATALOG_UNKNOWN_DATASET: /)
  })

  test('has a trace id of its own for each request, or that of an incoming traceparent', async () => {
    const path = '/api/v1/dataset/info?name=flights'
    const [one, other] = await Promise.all([flights.ask(path), flights.ask(path)])
    expect(one.body.traceId).not.toBe(other.body.traceId)
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const response = await fetch(`${flights.url}${path}`, {
      headers: { ...DEMO_HEADERS, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    })
    expect(await response.json()).toMatchObject({ traceId })
  })

  test('an error has a message of at most 512 and a trace id of at most 128 characters', async () => {
    const name = 'x'.repeat(2_000)
    const { body } = await flights.ask(`/api/v1/metrics/dimensionAll?metricNames=${name}`)
    expect(body.errorMsg.length).toBeLessThanOrEqual(512)
    expect(body.traceId.length).toBeLessThanOrEqual(128)
    expect(body.code.length).toBeLessThanOrEqual(32)
  })
})
