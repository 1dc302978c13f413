import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { OPERATIONS, type Operation } from '@tributary/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { type Served, serve } from '../../src/serve.ts'
import { CREDENTIALS } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'
import { sendRaw } from '../support/raw-request.ts'

const ALL = '/api/v1/lineage/queryAll'
const ONE = '/api/v1/dataset/info?name=a'
const WHO = Object.entries(CREDENTIALS).map((one) => one.join(': '))

const platform = fakePlatform()
let server: Served
beforeAll(async () => {
  server = await serve({ platform, port: 0, keepAliveTimeout: 20 })
})
afterAll(() => server.close())

describe('a request that Node would answer on its own', () => {
  test.each([
    ['Host is missing', [`GET ${ALL} HTTP/1.1`, ...WHO], 400, 'SERVER_BAD_REQUEST', 'Host'],
    [
      'Host is there twice',
      [`GET ${ALL} HTTP/1.1`, 'Host: x', ...WHO, 'hOST: x'],
      400,
      'SERVER_BAD_REQUEST',
      'Host',
    ],
    [
      'Expect is unknown',
      [`GET ${ALL} HTTP/1.1`, 'Host: x', 'Expect: 200-ok', ...WHO],
      417,
      'SERVER_EXPECTATION_FAILED',
      'found 200-ok',
    ],
  ])('is answered with an envelope: %s', async (_what, lines, expected, code, message) => {
    const { status, headers, body } = await sendRaw(server.url, lines)
    expect(status).toBe(expected)
    expect(headers).toContain('cache-control: private, no-store')
    expect(body).toMatchObject({ success: false, code: String(expected) })
    expect(body.errorMsg).toContain(message)
    expect(body.detailErrorMsg).toMatch(new RegExp(`^${code}: `))
    expect(platform.calls).toEqual([])
  })

  test('needs no Host in HTTP/1.0, and may expect 100-continue', async () => {
    expect((await sendRaw(server.url, [`GET ${ONE} HTTP/1.0`, ...WHO])).status).toBe(200)
    const lines = [`GET ${ONE} HTTP/1.1`, 'Host: x', 'Expect: 100-Continue', ...WHO]
    expect((await sendRaw(server.url, lines)).status).toBe(200)
  })

  test('is 405 for every method that the path does not answer', async () => {
    for (const method of METHODS) {
      if (['GET', 'HEAD', 'CONNECT'].includes(method)) continue
      const { status, headers, body } = await sendRaw(server.url, [
        `${method} ${ALL} HTTP/1.1`,
        'Host: x',
        ...WHO,
      ])
      expect([status, body.code], method).toEqual([405, '405'])
      expect(headers.toLowerCase(), method).toContain('allow: get, head')
    }
  })
})

describe('HEAD', () => {
  const app = createApp({ platform: fakePlatform() })
  const own = ['/healthz', '/readyz', '/openapi.json', '/metrics', '/docs']
  const reads = Object.entries<Operation>(OPERATIONS).filter(([, { method }]) => method === 'GET')

  test.each([...own, ...reads.map(([, { path }]) => `/api/v1${path}`)])(
    'of %s is answered as GET is, without the body',
    async (url) => {
      const [got, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map((method) =>
          app.inject({ method, url: `${url}${QUERY}`, headers: CREDENTIALS }),
        ),
      )
      if (url.endsWith('/plan/delete')) {
        expect([head!.statusCode, head!.headers.allow]).toEqual([405, 'GET'])
        return
      }
      expect([head!.statusCode, head!.body]).toEqual([got!.statusCode, ''])
      expect(head!.headers['content-type']).toBe(got!.headers['content-type'])
    },
  )
})

test('an idle connection is closed after the keep-alive timeout', async () => {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const text = (await socket.setEncoding('utf8').toArray()).join('')
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text).not.toMatch(/connection: close/i)
})

/** Enough for every operation. */
const QUERY =
  '?name=a&dimName=a&metricNames=a&planId=a&uuid=a&id=1&dagName=a&pageNumber=1&pageSize=1&vertex_id=a&vertex_type=METRIC&input_step=1&output_step=1&from_id=a&from_type=METRIC&to_id=a&to_type=METRIC&from=2026-01-01'
