import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import type { AttributionData } from '@tributary/contract'
import type { Platform, PlatformOperations } from '@tributary/platform'
import { afterEach, describe, expect, test } from 'vitest'
import { SILENCE } from '../src/plugins/drain-connections.ts'
import { type Served, serve } from '../src/serve.ts'
import { CREDENTIALS, TIME_COMPARISON } from './support/ask.ts'
import { fakePlatform } from './support/fake-platform.ts'

const open: Served[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(
  overrides: Partial<Platform & PlatformOperations> = {},
  log: string[] = [],
): Promise<string> {
  const logger = { stream: { write: (line: string) => void log.push(line) } }
  const platform = fakePlatform(overrides)
  const server = await serve({ platform, port: 0, bodyLimit: 1_000, logger })
  open.push(server)
  return server.url
}

describe('serve', () => {
  test('says where it listens and answers there', async () => {
    const url = await start()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    const response = await fetch(`${url}/api/v1/lineage/queryAll`, { headers: CREDENTIALS })
    expect(await response.json()).toMatchObject({ success: true, data: { edgeList: [] } })
  })

  test('says in one sentence that a port is in use', async () => {
    const port = Number(new URL(await start()).port)
    await expect(serve({ platform: fakePlatform(), port })).rejects.toMatchObject({
      code: 'SERVER_PORT_IN_USE',
      message: `Port ${port} on 127.0.0.1 is in use; choose another with --port N, or any free one with --port 0.`,
    })
  })

  test.each([
    ['a port that is none', { port: 70_000 }],
    ['an address of another machine', { port: 0, host: '192.0.2.1' }],
  ])('cannot listen on %s', async (_what, options) => {
    await expect(serve({ platform: fakePlatform(), ...options })).rejects.toMatchObject({
      code: 'SERVER_CANNOT_LISTEN',
    })
  })

  test('closes connections beyond the limit, and counts them', async () => {
    const server = await serve({ platform: fakePlatform(), port: 0, maxConnections: 2 })
    open.push(server)
    const { port, hostname } = new URL(server.url)
    const sockets = [connect(Number(port), hostname), connect(Number(port), hostname)]
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const third = connect(Number(port), hostname)
    await once(third, 'close')
    const [first, second] = sockets
    second!.destroy()
    first!.end('GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    const text = (await first!.setEncoding('utf8').toArray()).join('')
    expect(text).toContain('tributary_connections_refused_total 1\n')
    expect(text).toContain('tributary_questions{state="running"} 0\n')
  })

  test('refuses connections after close', async () => {
    const server = await serve({ platform: fakePlatform(), port: 0 })
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  test('reads the body of a GET', async () => {
    const url = `${await start()}/api/v1/dimension/detail`
    const asked = get(url, { 'content-type': 'application/json' })
    asked.write('{"dimName":')
    asked.end('"origin"}')
    expect(await answerTo(asked)).toEqual([200, expect.objectContaining({ success: true })])
  })

  test('refuses a GET body that grows over the limit, and goes on', async () => {
    const url = await start()
    const asked = get(`${url}/api/v1/dimension/detail`, { 'content-type': 'application/json' })
    for (let i = 0; i < 20; i++) asked.write(' '.repeat(100))
    expect(await answerTo(asked)).toEqual([413, expect.objectContaining({ code: '413' })])
    asked.destroy()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test('answers what is not HTTP with an envelope', async () => {
    const { port, hostname } = new URL(await start())
    const socket = connect(Number(port), hostname).end('NONSENSE\r\n\r\n')
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({
      success: false,
      code: '400',
      errorMsg: 'The request is not valid HTTP.',
    })
  })

  test.each([
    ['headers', ''],
    ['body', 'Content-Length: 100\r\nContent-Type: application/json\r\n\r\n{'],
    ['chunks', 'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n1\r\n{\r\n'],
  ])('answers %s that do not arrive in time with an envelope', async (_what, sent) => {
    const server = await serve({ platform: fakePlatform(), port: 0, requestTimeout: 100 })
    open.push(server)
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const headers = Object.entries({ Host: 'x', ...CREDENTIALS }).map((one) => one.join(': '))
    socket.write(`POST /api/v1/userGroup/list HTTP/1.1\r\n${headers.join('\r\n')}\r\n${sent}`)
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ success: false, code: '408' })
  })

  test('answers an endless address with an envelope', async () => {
    const response = await fetch(`${await start()}/api/v1/dataset/info?name=${'x'.repeat(20_000)}`)
    expect(response.status).toBe(431)
    expect(await response.json()).toMatchObject({ success: false, code: '431' })
  })
})

describe('close', () => {
  /** A server with one request that runs until `finish`, or until its signal is aborted. */
  async function running(closeTimeout: number) {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<AttributionData>()
    const compareTimes: PlatformOperations['compareTimes'] = (_request, options) => {
      started.resolve()
      const { signal } = options!
      signal!.addEventListener('abort', () => finish.reject(signal!.reason))
      return finish.promise
    }
    const platform = fakePlatform({ compareTimes })
    const server = await serve({ platform, port: 0, closeTimeout })
    const asked = post(server.url).then(
      async (response) => ((await response.json()) as { success: boolean }).success,
      () => 'cut',
    )
    await started.promise
    return { server, asked, finish: () => finish.resolve({ tables: [], warning: null }) }
  }

  test('waits for what runs', async () => {
    const { server, asked, finish } = await running(60_000)
    let closed = false
    const closing = server.close().then(() => {
      closed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(closed).toBe(false)
    finish()
    expect(await asked).toBe(true)
    await closing
  })

  test('cuts what runs for too long, and stops its query', async () => {
    const { server, asked } = await running(50)
    await server.close()
    expect(await asked).toBe('cut')
  })

  test('reports unreadiness on open connections, and can be called twice', async () => {
    const { server, asked, finish } = await running(60_000)
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    // Begun before the close, ended after it.
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const closing = Promise.all([server.close(), server.close()])
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.write('\r\n')
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close\r\n/i)
    expect(text).toContain('"status":"closing"')
    finish()
    await closing
    expect(await asked).toBe(true)
  })
})

describe('close while other work holds the event loop', () => {
  test('answers a request that has come meanwhile', async () => {
    const server = await serve({ platform: fakePlatform(), port: 0 })
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    await new Promise((resolve) => setTimeout(resolve, 20))
    const closing = server.close()
    await new Promise((resolve) => setTimeout(resolve, 60))
    // After it timers run before anything is read.
    await new Promise((resolve) => setImmediate(resolve))
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * SILENCE)
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close\r\n/i)
    await closing
  })
})

describe('the signal of a request', () => {
  test('is aborted when the answer takes too long, which is 503', async () => {
    const compareTimes: PlatformOperations['compareTimes'] = (_request, options) =>
      new Promise((_resolve, reject) => {
        const { signal } = options!
        signal!.addEventListener('abort', () => reject(signal!.reason))
      })
    const platform = fakePlatform({ compareTimes })
    const server = await serve({ platform, port: 0, answerTimeout: 30 })
    open.push(server)
    const response = await post(server.url)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      success: false,
      code: '503',
      errorMsg: 'The answer took longer than the 0.03 s that this server allows; ask for less.',
      detailErrorMsg: expect.stringMatching(/^SERVER_TIMEOUT: /),
    })
  })

  test('is aborted when the client goes away', async () => {
    const started = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<unknown>()
    const log: string[] = []
    const compareTimes: PlatformOperations['compareTimes'] = (_request, options) => {
      const signal = options!.signal!
      started.resolve()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.resolve(signal.reason)
          reject(signal.reason)
        })
      })
    }
    const url = await start({ compareTimes }, log)
    const client = new AbortController()
    const asked = post(url, client.signal)
    await started.promise
    client.abort()
    await expect(asked).rejects.toThrow()
    expect(await aborted.promise).toMatchObject({ name: 'AbortError' })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const lines = log.map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toContain('the client went away before the answer')
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  })

  test('is not aborted by an answer', async () => {
    const signals: AbortSignal[] = []
    const url = await start({
      compareTimes: async (_request, options) => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        signals.push(options!.signal!)
        return { tables: [], warning: null }
      },
    })
    const response = await post(url)
    expect(response.status).toBe(200)
    await response.text()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(signals.map((signal) => signal.aborted)).toEqual([false])
  })
})

function post(url: string, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${url}/api/v1/attribution/dim_time_compare`, {
    method: 'POST',
    headers: { ...CREDENTIALS, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(TIME_COMPARISON),
    signal,
  })
}

function get(url: string, headers: Record<string, string>): ClientRequest {
  return request(url, {
    method: 'GET',
    headers: { ...CREDENTIALS, ...headers, 'transfer-encoding': 'chunked' },
  })
}

async function answerTo(asked: ClientRequest): Promise<[number | undefined, unknown]> {
  const [response] = await once(asked, 'response')
  const chunks = await response.setEncoding('utf8').toArray()
  return [response.statusCode, JSON.parse(chunks.join(''))]
}
