import { TributaryError } from '@tributary/core'
import type { Platform } from '@tributary/platform'
import { describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { ask, TIME_COMPARISON } from './support/ask.ts'
import { fakePlatform } from './support/fake-platform.ts'

const TIMES = '/api/v1/attribution/dim_time_compare'
const ALL = '/api/v1/lineage/queryAll'

/** What the app answers when every edge is asked for and the platform throws `error`. */
async function failWith(error: unknown, log?: string[]) {
  const lineageEdges: Platform['lineageEdges'] = () => {
    throw error
  }
  const stream = { write: (line: string) => void log?.push(line) }
  const logger = log === undefined ? false : { stream }
  const app = createApp({ platform: fakePlatform({ lineageEdges }), logger })
  return ask(app, { url: ALL })
}

describe('an app', () => {
  const app = createApp({ platform: fakePlatform(), bodyLimit: 1_000 })

  test('answers /healthz', async () => {
    const response = await app.inject('/healthz')
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('answers its own address with what is there', async () => {
    const response = await app.inject('/')
    expect(response.json()).toMatchObject({ api: '/api/v1', documentation: '/docs' })
  })

  test.each(['/nope', '/api/v1', '/api/v1/nope', '/api/v1/lineage/queryAll/'])(
    'answers %s with 404, credentials or not',
    async (url) => {
      const response = await app.inject(url)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ data: null, success: false, code: '404' })
      expect(response.json().detailErrorMsg).toMatch(/^SERVER_NOT_FOUND: path \//)
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'answers %s of a GET with 405 and what is allowed',
    async (method) => {
      const { status, headers, body } = await ask(app, { method, url: `${ALL}?x=1` })
      expect(status).toBe(405)
      expect(headers.allow).toBe('GET, HEAD')
      expect(body).toMatchObject({ code: '405', success: false })
      expect(body.errorMsg).toBe(`${ALL} does not accept ${method}; use GET or HEAD.`)
    },
  )

  test('answers GET of a POST with 405', async () => {
    const { status, headers } = await ask(app, { url: TIMES })
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })

  test.each([
    [
      'a body over the limit',
      'application/json',
      ' '.repeat(1_001),
      413,
      'SERVER_BODY_TOO_LARGE',
      '1000 bytes',
    ],
    ['text', 'text/plain', 'x', 415, 'SERVER_UNSUPPORTED_MEDIA_TYPE', 'found text/plain'],
    ['a type that is none', ';;', 'x', 415, 'SERVER_UNSUPPORTED_MEDIA_TYPE', 'found ;;'],
    [
      'broken JSON',
      'application/json',
      '{"a":\nx}',
      400,
      'SERVER_INVALID_JSON',
      'line 2, column 1',
    ],
    [
      'no body',
      'application/json',
      '',
      400,
      'SERVER_INVALID_BODY',
      'must be an object; found nothing',
    ],
    [
      'a poisoned body',
      'application/json',
      '{"__proto__":{}}',
      400,
      'SERVER_INVALID_BODY',
      '__proto__',
    ],
  ])('refuses %s', async (_what, type, payload, expected, code, message) => {
    const headers = { 'content-type': type }
    const { status, body } = await ask(app, { method: 'POST', url: TIMES, headers, payload })
    expect(status).toBe(expected)
    expect(body.code).toBe(String(expected))
    expect(body.errorMsg).toContain(message)
    expect(body.detailErrorMsg).toMatch(new RegExp(`^${code}`))
  })

  test('takes JSON with a charset', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' }
    const payload = JSON.stringify(TIME_COMPARISON)
    const options = { method: 'POST', url: TIMES, headers, payload } as const
    expect((await ask(app, options)).status).toBe(200)
  })

  test('refuses a compressed body by name, and takes one that says it is not', async () => {
    const payload = JSON.stringify(TIME_COMPARISON)
    const askWith = (encoding: string) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      return ask(app, { method: 'POST', url: TIMES, headers, payload })
    }
    const { status, body } = await askWith('gzip')
    expect(status).toBe(415)
    expect(body.errorMsg).toBe(
      'A body must be sent as it is, without a Content-Encoding; found gzip.',
    )
    expect((await askWith('identity')).status).toBe(200)
  })

  test.each([
    ['application/json; charset=latin1', TIMES, 415],
    ['application/json; Charset="ISO-8859-1"', TIMES, 415],
    ['text/csv;charset=utf-16', '/api/v1/lineage/import', 415],
    ['application/json; charset="UTF8"', TIMES, 200],
    ['application/json; charset=us-ascii', TIMES, 200],
  ])('takes %s only when it is UTF-8', async (type, url, expected) => {
    const payload = JSON.stringify(TIME_COMPARISON)
    const headers = { 'content-type': type }
    const { status, body } = await ask(app, { method: 'POST', url, headers, payload })
    expect(status, String(body.errorMsg)).toBe(expected)
    if (expected === 415) expect(body.errorMsg).toMatch(/^A body must be in UTF-8; found charset=/)
  })

  test('refuses a broken percent-encoding', async () => {
    const { status, body } = await ask(app, { url: '/api/v1/%zz' })
    expect(status).toBe(400)
    expect(body.detailErrorMsg).toMatch(/^SERVER_BAD_REQUEST/)
  })

  test('repeats the trace id of the client', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    for (const url of [ALL, '/nope', '/api/v1/%zz']) {
      const { body } = await ask(app, { url, headers: { traceparent } })
      expect(body.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
    }
  })
})

describe('an error of the platform', () => {
  test('is answered with its status, message, code and place', async () => {
    const details = { path: 'metric', suggestions: ['flight_count'] }
    const error = new TributaryError('CATALOG_UNKNOWN_METRIC', 'No metric is called x.', {
      details,
    })
    const { status, body } = await failWith(error)
    expect(status).toBe(404)
    expect(body).toMatchObject({
      data: null,
      success: false,
      code: '404',
      errorMsg: 'No metric is called x.',
      detailErrorMsg: 'CATALOG_UNKNOWN_METRIC: path metric; did you mean flight_count?',
    })
  })

  test('is told in at most 512 characters', async () => {
    const { body } = await failWith(new TributaryError('EXPRESSION_SYNTAX', 'x'.repeat(600)))
    expect(body.errorMsg).toHaveLength(512)
  })

  test('is 503 while the platform closes', async () => {
    const { status, body } = await failWith(new TributaryError('PLATFORM_CLOSED', 'It is closed.'))
    expect([status, body.errorMsg]).toEqual([503, 'It is closed.'])
  })

  test.each([
    [
      'of the engine',
      new TributaryError('SQL_FAILED', 'SELECT secret', { details: { path: 'secret' } }),
      'SQL_FAILED',
    ],
    ['that nobody foresaw', new Error('secret'), 'SERVER_INTERNAL'],
    [
      'with a status of its own',
      Object.assign(new Error('secret'), { statusCode: 404 }),
      'SERVER_INTERNAL',
    ],
    ['that is no error', 'secret', 'SERVER_INTERNAL'],
    ['that is nothing', undefined, 'SERVER_INTERNAL'],
  ])('stays in the log when it is one %s', async (_what, error, code) => {
    const log: string[] = []
    const { status, body } = await failWith(error, log)
    expect(status).toBe(500)
    expect(body.errorMsg).toBe(
      'The server failed to answer; its log has the cause under the trace id.',
    )
    expect(body.detailErrorMsg).toMatch(new RegExp(`^${code}: `))
    expect(JSON.stringify(body)).not.toContain('secret')
    const line = log.map((text) => JSON.parse(text)).find(({ level }) => level === 50)
    expect(line).toMatchObject({ traceId: body.traceId, msg: 'the request failed' })
  })

  test('does not end the server', async () => {
    const lineageEdges = () => {
      throw new Error('once')
    }
    const app = createApp({ platform: fakePlatform({ lineageEdges }) })
    expect((await ask(app, { url: ALL })).status).toBe(500)
    expect((await ask(app, { url: '/api/v1/dataset/info?name=a' })).status).toBe(200)
  })
})

test('credentials do not reach the log', async () => {
  const log: string[] = []
  const logger = { level: 'trace', stream: { write: (line: string) => void log.push(line) } }
  const app = createApp({ platform: fakePlatform(), logger })
  const secret = 'hunter2hunter2'
  await ask(app, { url: ALL, headers: { 'auth-value': secret } })
  await ask(app, { url: ALL, headers: { 'auth-value': secret.repeat(4) } })
  expect(log.length).toBeGreaterThan(0)
  expect(log.join('')).not.toContain('hunter2')
})
