import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { hasPostgres, startPostgresServer } from '../support/postgres-server.ts'
import { ABOUT_ALL_GROUPS, manyGroups } from './support/many-groups.ts'
import { type Service, startService } from './support/service.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function groupsFolder(rows: number): Promise<string> {
  const { folder, remove } = await manyGroups(rows)
  endings.push(remove)
  return folder
}

const HEADERS =
  'host: localhost\r\ntenant-id: shop\r\nauth-type: ACCOUNT\r\nauth-value: boss\r\ncontent-type: application/json\r\n'

function post(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${HEADERS}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const question = post('/api/v1/attribution/dim_time_compare', JSON.stringify(ABOUT_ALL_GROUPS))

function importOf(edges: number): string {
  const lines = ['src_type,src_id,dst_type,dst_id']
  for (let at = 0; at < edges; at++) lines.push(`METRIC,m${at},METRIC,m${at + 1}`)
  return post('/api/v1/lineage/import?file=edges.csv', `${lines.join('\n')}\n`)
}

async function save(service: Service, value: string): Promise<number> {
  const { status } = await service.post('/api/v1/userPropertyValue/save', {
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [{ identityValue: 'ann', properties: [{ name: 'a', value }] }],
  })
  return status
}

async function saved(service: Service): Promise<unknown> {
  const { body } = await service.post('/api/v1/userPropertyValue/list', {
    identityType: 'USER_ACCOUNT',
    identityValues: ['ann'],
  })
  return body.data[0].properties
}

/** Resolves when questions run in the service. */
async function untilAsked(service: Service, count: number): Promise<void> {
  for (;;) {
    const socket = service.open(
      'GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    )
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    const running = /tributary_questions\{state="running"\} (\d+)/.exec(text)?.[1]
    if (Number(running) >= count) return
  }
}

/** Resolves when the service does not listen any more. */
async function untilRefused(service: Service): Promise<void> {
  for (;;) {
    const socket = service.open('')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (!isOpen) return
  }
}

/** Milliseconds from SIGTERM to the end of the process. */
async function ended(service: Service): Promise<number> {
  const begin = performance.now()
  const exit = once(service.process, 'exit')
  service.process.kill('SIGTERM')
  await exit
  return performance.now() - begin
}

/** `--close-timeout 1` and the second after it, and several more for a machine that is busy. */
const PATIENCE = 8_000

/** Forwards connections to a port until it is silenced; then it keeps them open and forwards nothing. */
async function forwardTo(port: number): Promise<{ readonly port: number; silence(): void }> {
  const pairs: (readonly [Socket, Socket])[] = []
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    pairs.push([near, far])
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    for (const socket of pairs.flat()) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
  }
}

describe('SIGTERM in the middle of heavy work', () => {
  test('ends the process in time and keeps what was acknowledged', {
    timeout: 60_000,
  }, async () => {
    const folder = await groupsFolder(200_000)
    const data = await mkdtemp(join(tmpdir(), 'tributary-shutdown-'))
    endings.push(() => rm(data, { recursive: true, force: true }))
    const args = [folder, '--data', data, '--close-timeout', '1', '--questions-per-tenant', '2']
    const service = await startService(args)
    endings.push(() => service.kill())
    expect(await save(service, 'kept')).toBe(200)
    // Questions that run and that wait, an import, an idle connection, and requests that never arrive completely.
    for (let n = 0; n < 6; n++) service.open(question)
    service.open(importOf(100_000))
    service.open('')
    service.open(question.slice(0, -10))
    await untilAsked(service, 2)
    expect(await ended(service)).toBeLessThan(PATIENCE)
    const again = await startService([folder, '--data', data])
    endings.push(() => again.kill())
    expect(await saved(again)).toEqual([{ name: 'a', value: 'kept' }])
  })

  test('ends the process at once when it is sent a second time', { timeout: 60_000 }, async () => {
    const service = await startService([await groupsFolder(200_000), '--close-timeout', '600'])
    endings.push(() => service.kill())
    service.open(question)
    service.open('')
    await untilAsked(service, 1)
    const exit = once(service.process, 'exit')
    service.process.kill('SIGTERM')
    await untilRefused(service)
    service.process.kill('SIGTERM')
    expect(await exit).toEqual([null, 'SIGTERM'])
  })

  test.skipIf(!hasPostgres())(
    'ends it in time when the store does not answer',
    { timeout: 60_000 },
    async () => {
      const server = await startPostgresServer()
      endings.push(() => server.stop())
      const { port, silence } = await forwardTo(Number(new URL(server.url).port))
      const store = server.url.replace(/:\d+\//, `:${port}/`)
      const args = [await groupsFolder(2_000), '--store', store, '--close-timeout', '1']
      const service = await startService(args)
      endings.push(() => service.kill())
      expect(await save(service, 'before')).toBe(200)
      silence()
      void save(service, 'lost').catch(() => {})
      service.open(question)
      expect(await ended(service)).toBeLessThan(PATIENCE)
    },
  )
})
