import { once } from 'node:events'
import { connect } from 'node:net'
import type { Platform, PlatformOperations } from '@tributary/platform'
import { afterEach, describe, expect, test } from 'vitest'
import { type Served, serve } from '../../../src/serve.ts'
import { CREDENTIALS, TIME_COMPARISON } from '../../support/ask.ts'
import { fakePlatform } from '../../support/fake-platform.ts'
import { readExposition } from '../../support/read-exposition.ts'

const TIMES = '/api/v1/attribution/dim_time_compare'
const DATASET = '/api/v1/dataset/info'
const ALL = '/api/v1/lineage/queryAll'
const BODY = JSON.stringify(TIME_COMPARISON)

const open: Served[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function start(overrides: Partial<Platform & PlatformOperations> = {}): Promise<string> {
  const server = await serve({ platform: fakePlatform(overrides), port: 0, closeTimeout: 0 })
  open.push(server)
  return server.url
}

/** Everything counted so far, as `METHOD route status`, or `METHOD route aborted`. */
async function counted(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = readExposition(text)
    .filter(({ name }) => name.startsWith('tributary_http_requests_'))
    .filter(({ labels }) => labels.route !== '/metrics')
    .map(({ labels, value }): [string, number] => [
      `${labels.method} ${labels.route} ${labels.status ?? 'aborted'}`,
      value,
    ])
  return Object.fromEntries(counts)
}

/** Sends `head` and `body`, and goes away when `leave` says so. */
async function sendAndLeave(
  url: string,
  head: string,
  body: string,
  leave: Promise<void>,
): Promise<void> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const headers = Object.entries(CREDENTIALS).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\n${headers.join('')}${body}`)
  await leave
  socket.destroy()
}

/** An operation that is never done, and the moment when it begins. */
function endless() {
  const begun = Promise.withResolvers<void>()
  const run = () => {
    begun.resolve()
    return new Promise<never>(() => {})
  }
  return { begun: begun.promise, run }
}

describe('a client that goes away', () => {
  test('is counted when its body has been read', async () => {
    const { begun, run } = endless()
    const url = await start({ compareTimes: run })
    const length = Buffer.byteLength(BODY)
    const rest = `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${BODY}`
    await sendAndLeave(url, `POST ${TIMES}`, rest, begun)
    await expect.poll(() => counted(url)).toEqual({ [`POST ${TIMES} aborted`]: 1 })
  })

  test('is counted when it has no body', async () => {
    const { begun, run } = endless()
    const url = await start({ datasetDetail: run })
    await sendAndLeave(url, `GET ${DATASET}?name=a`, '\r\n', begun)
    await expect.poll(() => counted(url)).toEqual({ [`GET ${DATASET} aborted`]: 1 })
  })

  test('is counted in the middle of its body', async () => {
    const { begun, run } = endless()
    const authenticate: Platform['authenticate'] = (credentials) => {
      setImmediate(run)
      return fakePlatform().authenticate(credentials)
    }
    const url = await start({ authenticate })
    const rest = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":'
    await sendAndLeave(url, `POST ${TIMES}`, rest, begun)
    await expect.poll(() => counted(url)).toEqual({ [`POST ${TIMES} aborted`]: 1 })
  })

  test('is counted in the middle of a stream, and not as an answer', async () => {
    const begun = Promise.withResolvers<void>()
    const vertex = { vertexId: 'x'.repeat(1_000), vertexType: 'TABLE' }
    function* edges() {
      for (let n = 0; ; n++) {
        if (n === 1_000) begun.resolve()
        yield { srcVertex: vertex, dstVertex: vertex }
      }
    }
    const lineageEdges = async () => edges()
    const url = await start({ lineageEdges })
    await sendAndLeave(url, `GET ${ALL}`, '\r\n', begun.promise)
    await expect.poll(() => counted(url)).toEqual({ [`GET ${ALL} aborted`]: 1 })
  })

  test('is counted once when its answer comes too late', async () => {
    const begun = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const datasetDetail = async () => {
      begun.resolve()
      await gone.promise
      setTimeout(done.resolve, 20)
      return { name: 'a'.repeat(1_000_000) } as never
    }
    const url = await start({ datasetDetail })
    await sendAndLeave(url, `GET ${DATASET}?name=a`, '\r\n', begun.promise)
    await expect.poll(() => counted(url)).not.toEqual({})
    gone.resolve()
    await done.promise
    expect(await counted(url)).toEqual({ [`GET ${DATASET} aborted`]: 1 })
  })

  test('is counted for every request of its connection that has no answer yet', async () => {
    const { begun, run } = endless()
    const datasetDetail: PlatformOperations['datasetDetail'] = ({ name }) =>
      name === 'endless' ? run() : Promise.resolve({ name } as never)
    const url = await start({ datasetDetail })
    const headers = Object.entries(CREDENTIALS).map(([name, value]) => `${name}: ${value}\r\n`)
    const more = ['endless', 'b', 'c'].map(
      (name) => `GET ${DATASET}?name=${name} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`,
    )
    await sendAndLeave(url, `GET ${DATASET}?name=a`, `\r\n${more.join('')}`, begun)
    await expect
      .poll(() => counted(url))
      .toEqual({
        [`GET ${DATASET} 200`]: 1,
        [`GET ${DATASET} aborted`]: 3,
      })
  })

  test('is not counted when it closes the connection after the answer', async () => {
    const url = await start()
    for (let i = 0; i < 3; i++) {
      const headers = { ...CREDENTIALS, connection: 'close' }
      await (await fetch(`${url}${DATASET}?name=a`, { headers })).text()
    }
    expect(await counted(url)).toEqual({ [`GET ${DATASET} 200`]: 3 })
  })
})
