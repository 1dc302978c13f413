import { TributaryError } from '@tributary/core'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { ask, CREDENTIALS } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const url = '/api/v1/analysisview/create'
const VIEW = { viewName: 'v', displayName: 'V', metrics: ['m'], orders: [{ m: 'asc' }] }

test('hands the view to the platform, and answers without errorMsg and detailErrorMsg', async () => {
  const platform = fakePlatform()
  const app = createApp({ platform })
  const response = await app.inject({ method: 'POST', url, headers: CREDENTIALS, payload: VIEW })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    data: true,
    success: true,
    code: '200',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(platform.calls.at(-1)).toMatchObject({ operation: 'createMetricView' })
  expect(platform.calls.at(-1)!.arguments[1]).toEqual(VIEW)
})

test('answers a name that is taken with the whole envelope and 409', async () => {
  const taken = new TributaryError('PLATFORM_VIEW_EXISTS', 'There is a metric view "v" already.', {
    details: { path: 'viewName' },
  })
  const app = createApp({
    platform: fakePlatform({ createMetricView: () => Promise.reject(taken) }),
  })
  const { status, body } = await ask(app, { method: 'POST', url, payload: VIEW })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    data: null,
    success: false,
    code: '409',
    errorMsg: 'There is a metric view "v" already.',
    detailErrorMsg: 'PLATFORM_VIEW_EXISTS: path viewName',
  })
})

test('refuses a temporary metric called __proto__', async () => {
  const platform = fakePlatform()
  const app = createApp({ platform })
  const payload = `{"viewName":"v","displayName":"V","metrics":["__proto__"],"metricDefinitions":{"__proto__":{"refMetric":"m"}}}`
  const headers = { 'content-type': 'application/json' }
  const { status } = await ask(app, { method: 'POST', url, headers, payload })
  expect(status).toBe(400)
  expect(platform.calls).toHaveLength(0)
})
