import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { tributaryApi } from '../src/api.ts'
import { createApp } from '../src/app.ts'
import { CREDENTIALS } from './support/ask.ts'
import { fakePlatform } from './support/fake-platform.ts'

describe('the plugin in an application of somebody else', () => {
  const host = Fastify()
  host.post('/own', (request) => request.body)
  host.register(tributaryApi, { platform: fakePlatform(), prefix: '/metrics' })

  test('answers under its prefix, with trace ids of its own', async () => {
    const response = await host.inject({
      url: '/metrics/api/v1/lineage/queryAll',
      headers: CREDENTIALS,
    })
    expect(response.json()).toMatchObject({
      success: true,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('answers its unknown paths with its envelope', async () => {
    const response = await host.inject('/metrics/api/v1/nope')
    expect(response.json()).toMatchObject({ success: false, code: '404' })
  })

  test('leaves the paths, errors and bodies of the host alone', async () => {
    expect((await host.inject('/nope')).json()).toMatchObject({ error: 'Not Found' })
    const headers = { 'content-type': 'text/plain' }
    const echo = await host.inject({ method: 'POST', url: '/own', headers, payload: 'x' })
    expect(echo.body).toBe('x')
  })
})

test('an app with a prefix answers under it', async () => {
  const app = createApp({ platform: fakePlatform(), prefix: '/root' })
  const url = '/root/api/v1/lineage/queryAll'
  expect((await app.inject({ url, headers: CREDENTIALS })).statusCode).toBe(200)
  expect(Object.keys((await app.inject('/openapi.json')).json().paths)).toContain(url)
})
