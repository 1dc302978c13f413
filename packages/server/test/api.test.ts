import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tributary } from '../src/api.ts'
import { createApp } from '../src/app.ts'
import { CREDENTIALS, TIME_COMPARISON } from './support/ask.ts'
import { fakePlatform } from './support/fake-platform.ts'

const OURS = '/metrics/api/v1/lineage/queryAll'

/** An application of somebody else, with everything set that could be in the way. */
function createHost(seen: string[]): FastifyInstance {
  const host = Fastify({ genReqId: () => 'host-1', bodyLimit: 500 })
  host.decorateRequest('caller', 'of the host')
  host.addHook('onRequest', async (request) => void seen.push(`hook ${request.url}`))
  host.setErrorHandler((error, _request, reply) => {
    reply.code(418).send({ host: (error as Error).message })
  })
  host.setNotFoundHandler((_request, reply) => reply.code(404).send({ host: 'nothing here' }))
  host.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) =>
    done(null, `host ${text}`),
  )
  host.post('/own', (request) => ({ id: request.id, body: request.body }))
  host.get(
    '/own',
    { schema: { querystring: { type: 'object', required: ['n'], properties: { n: {} } } } },
    (request) => ({ caller: request.getDecorator('caller') }),
  )
  host.get('/broken', () => {
    throw new Error('of the host')
  })
  host.register(tributary, { platform: fakePlatform(), prefix: '/metrics' })
  host.get('/later', () => ({ later: true }))
  return host
}

describe('the plugin in an application of somebody else', () => {
  const seen: string[] = []
  const host = createHost(seen)
  beforeAll(() => host.ready())
  afterAll(() => host.close())

  test('answers under its prefix, with trace ids of its own, behind the hooks of the host', async () => {
    const response = await host.inject({ url: OURS, headers: CREDENTIALS })
    expect(response.json()).toMatchObject({
      success: true,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(seen).toContain(`hook ${OURS}`)
  })

  test('answers its errors and its unknown paths with its envelope', async () => {
    const headers = { ...CREDENTIALS, 'content-type': 'text/plain' }
    const post = { method: 'POST', url: '/metrics/api/v1/attribution/dim_time_compare' } as const
    const answers = [
      await host.inject(OURS),
      await host.inject('/metrics/api/v1/nope'),
      await host.inject({ method: 'POST', url: OURS }),
      await host.inject({ ...post, headers, payload: 'x' }),
    ]
    for (const response of answers) {
      expect(response.json()).toMatchObject({ success: false, code: String(response.statusCode) })
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 404, 405, 415])
    expect(answers[2]!.headers.allow).toBe('GET, HEAD')
  })

  test('holds bodies to the limit of the host', async () => {
    const url = '/metrics/api/v1/attribution/dim_time_compare'
    const payload = { ...TIME_COMPARISON, more: 'x'.repeat(500) }
    const response = await host.inject({ method: 'POST', url, headers: CREDENTIALS, payload })
    expect(response.statusCode).toBe(413)
    expect(response.json().errorMsg).toContain('500 bytes')
  })

  test('leaves the paths, errors, bodies, ids and schemas of the host alone', async () => {
    const headers = { 'content-type': 'text/plain' }
    const echo = await host.inject({ method: 'POST', url: '/own', headers, payload: 'x' })
    expect(echo.json()).toEqual({ id: 'host-1', body: 'host x' })
    expect((await host.inject('/own?n=1')).json()).toEqual({ caller: 'of the host' })
    const failed = await host.inject('/own')
    expect([failed.statusCode, failed.json()]).toEqual([
      418,
      { host: expect.stringMatching(/'n'/) },
    ])
    expect((await host.inject('/broken')).json()).toEqual({ host: 'of the host' })
    for (const url of ['/nope', '/metrics/nope']) {
      expect((await host.inject(url)).json()).toEqual({ host: 'nothing here' })
    }
    expect((await host.inject('/later')).json()).toEqual({ later: true })
  })

  test('adds no other path', () => {
    const paths = ['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json', '/metrics/healthz']
    expect(paths.filter((url) => host.hasRoute({ method: 'GET', url }))).toEqual([])
  })
})

test('two platforms live in one application, each with its own limit', async () => {
  const host = Fastify()
  const rateLimit = { requestsPerSecond: 0.01 }
  host.register(tributary, { platform: fakePlatform(), prefix: '/a', rateLimit })
  host.register(tributary, { platform: fakePlatform(), prefix: '/b' })
  const ask = async (prefix: string) =>
    (await host.inject({ url: `${prefix}/api/v1/lineage/queryAll`, headers: CREDENTIALS }))
      .statusCode
  const statuses = [await ask('/a'), await ask('/a'), await ask('/b'), await ask('/b')]
  expect(statuses).toEqual([200, 429, 200, 200])
})

test('an app with a prefix answers under it', async () => {
  const app = createApp({ platform: fakePlatform(), prefix: '/root' })
  const url = '/root/api/v1/lineage/queryAll'
  expect((await app.inject({ url, headers: CREDENTIALS })).statusCode).toBe(200)
  expect(Object.keys((await app.inject('/openapi.json')).json().paths)).toContain(url)
})
