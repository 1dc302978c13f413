import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { tributary } from '../../src/api.ts'
import { createApp } from '../../src/app.ts'
import { CREDENTIALS, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

const app = createApp({ platform: fakePlatform(), bodyLimit: 1_000 })
const TIMES = '/api/v1/attribution/dim_time_compare'
const JSON_TYPE = { 'content-type': 'application/json' }

describe('every answer of the API is private and not stored, and is what its type says', () => {
  test.each([
    ['an answer', { url: '/api/v1/lineage/queryAll' }, 200],
    ['a POST', { method: 'POST', url: TIMES, headers: JSON_TYPE, payload: TIME_COMPARISON }, 200],
    ['HEAD', { method: 'HEAD', url: '/api/v1/lineage/queryAll' }, 200],
    ['a stream', { url: '/api/v1/lineage/export' }, 200],
    ['a refusal', { url: '/api/v1/dataset/info' }, 400],
    ['refused credentials', { url: TIMES, headers: { 'auth-value': 'x' }, method: 'POST' }, 401],
    ['no such path', { url: '/nope' }, 404],
    ['no such operation', { url: '/api/v1/nope' }, 404],
    ['another method', { method: 'DELETE', url: TIMES }, 405],
    ['a broken address', { url: '/api/v1/%zz' }, 400],
    [
      'a body over the limit',
      { method: 'POST', url: TIMES, headers: JSON_TYPE, payload: ' '.repeat(1_001) },
      413,
    ],
    ['the document', { url: '/openapi.json' }, 200],
    ['health', { url: '/healthz' }, 200],
    ['figures', { url: '/metrics' }, 200],
  ] as const)('%s', async (_what, options, status) => {
    const headers = { ...CREDENTIALS, ...('headers' in options && options.headers) }
    const response = await app.inject({ ...options, headers } as never)
    expect(response.statusCode).toBe(status)
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  test('in an application of somebody else, on the routes of the API alone', async () => {
    const host = Fastify()
    host.get('/own', () => 'own')
    host.register(tributary, { platform: fakePlatform(), prefix: '/root' })
    const own = await host.inject('/own')
    expect(own.headers['cache-control']).toBeUndefined()
    const refused = await host.inject('/root/api/v1/lineage/queryAll')
    expect(refused.headers['cache-control']).toBe('private, no-store')
  })
})

describe('the page for people', () => {
  test('loads nothing from other hosts, and works without TLS', async () => {
    const page = await app.inject('/docs')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'self'; /)
    expect(policy).toContain("img-src 'self' data:;")
    expect(policy).not.toMatch(/upgrade-insecure-requests|https?:|swagger\.io/)
    expect(page.headers['x-content-type-options']).toBe('nosniff')
  })

  test('asks no foreign host whether the document is valid', async () => {
    const script = await app.inject('/docs/static/swagger-initializer.js')
    expect(script.body).toContain('"validatorUrl":null')
  })
})
