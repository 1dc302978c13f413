import type { Platform } from '@tributary/platform'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, PEER_COMPARISON, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const TIMES = '/api/v1/attribution/dim_time_compare'
const PEERS = '/api/v1/attribution/dim_peer_compare'

function setUp(overrides: Partial<Platform> = {}) {
  const platform = fakePlatform(overrides)
  const app = createApp({ platform })
  const post = (url: string, payload: object) => ask(app, { method: 'POST', url, payload })
  return { platform, post }
}

describe('attribution by time comparison', () => {
  test('asks the platform as the caller and answers in an envelope', async () => {
    const { platform, post } = setUp()
    const { status, body } = await post(TIMES, TIME_COMPARISON)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { tables: [expect.objectContaining({ dimension: null })], warning: null },
      success: true,
      code: '200',
      errorMsg: null,
      detailErrorMsg: null,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const [caller, request, options] = platform.calls[0]!.arguments
    expect(caller).toMatchObject({ tenant: 'demo', account: 'demo' })
    expect(request).toEqual(TIME_COMPARISON)
    expect(options).toEqual({ signal: expect.any(AbortSignal) })
  })

  test('ignores unknown fields and accepts null for optional ones', async () => {
    const { post } = setUp()
    const attribution = { ...TIME_COMPARISON.attribution, filters: null, compareType: 'MOM' }
    const body = { ...TIME_COMPARISON, metricDefinitions: null, attribution, more: {} }
    expect((await post(TIMES, body)).status).toBe(200)
  })

  test.each([
    ['metric', { ...TIME_COMPARISON, metric: 5 }, 'metric must be a string; found the number 5'],
    ['an empty metric', { ...TIME_COMPARISON, metric: '' }, 'metric must be not empty'],
    ['a list as text', { ...TIME_COMPARISON, dimensions: 'origin' }, 'dimensions must be an array'],
    [
      'a list of numbers',
      { ...TIME_COMPARISON, dimensions: ['a', 5] },
      'dimensions[1] must be a string',
    ],
    [
      'null for a required field',
      { ...TIME_COMPARISON, attribution: null },
      'attribution must be an object; found null',
    ],
    [
      'a temporary metric without a reference',
      { ...TIME_COMPARISON, metricDefinitions: { t: {} } },
      'metricDefinitions.t.refMetric is missing',
    ],
    [
      'a filter that is a number',
      { ...TIME_COMPARISON, attribution: { ...TIME_COMPARISON.attribution, filters: [0] } },
      'attribution.filters[0] must be a string; found the number 0',
    ],
    [
      'a calculation that there is none of',
      {
        ...TIME_COMPARISON,
        attribution: { ...TIME_COMPARISON.attribution, attributionCalculateType: 'SUM' },
      },
      'attribution.attributionCalculateType must be one of ALL, AVG; found the string "SUM"',
    ],
  ])('names the place of %s', async (_what, payload, message) => {
    const { platform, post } = setUp()
    const { status, body } = await post(TIMES, payload)
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(message)
    expect(body.detailErrorMsg).toMatch(/^SERVER_INVALID_BODY: path /)
    expect(platform.calls).toEqual([])
  })

  test('keeps columns of any name', async () => {
    const table = JSON.parse(
      '{"__proto__":["a"],"toString":["b"],"a\\nb":[null],"@currentValue":[1]}',
    )
    const data = { tables: [{ dimension: 'x', table, warning: null, empty: false }], warning: null }
    const { post } = setUp({ compareTimes: async () => data })
    const { body } = await post(TIMES, TIME_COMPARISON)
    const [answered] = (body.data as typeof data).tables
    expect(Object.entries(answered!.table)).toEqual(Object.entries(table))
  })
})

describe('attribution by peer comparison', () => {
  test('asks the platform', async () => {
    const { platform, post } = setUp()
    expect((await post(PEERS, PEER_COMPARISON)).status).toBe(200)
    expect(platform.calls[0]).toMatchObject({ operation: 'comparePeers' })
    expect(platform.calls[0]!.arguments[1]).toEqual(PEER_COMPARISON)
  })

  test('requires the filters of an object', async () => {
    const { post } = setUp()
    const attribution = { ...PEER_COMPARISON.attribution, compareObject: { filters: null } }
    const { status, body } = await post(PEERS, { ...PEER_COMPARISON, attribution })
    expect(status).toBe(400)
    expect(body.errorMsg).toContain(
      'attribution.compareObject.filters must be an array; found null',
    )
  })
})

test.each([TIMES, PEERS])('%s lists the calculations in the OpenAPI document', async (path) => {
  const app = createApp({ platform: fakePlatform() })
  const document = (await app.inject('/openapi.json')).json()
  const { schema } = document.paths[path].post.requestBody.content['application/json']
  const { attributionCalculateType } = schema.properties.attribution.properties
  expect(attributionCalculateType.enum).toEqual(['ALL', 'AVG'])
})
