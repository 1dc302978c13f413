import { execFileSync } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { hasPostgres, startPostgresServer } from '../support/postgres-server.ts'
import { type Reply, type Service, startService } from './support/service.ts'
import { shopFolder } from './support/shop.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

function save(service: Service, value: string): Promise<Reply> {
  return service.post('/api/v1/userPropertyValue/save', {
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [{ identityValue: 'u0', properties: [{ name: 'a', value }] }],
  })
}

async function saved(service: Service): Promise<string | undefined> {
  const { body } = await service.post('/api/v1/userPropertyValue/list', {
    identityType: 'USER_ACCOUNT',
    identityValues: ['u0'],
  })
  return body.data?.[0]?.properties[0]?.value
}

/** Asks until the service answers 200 again; the test's own time limit is the end of patience. */
async function untilWell(ask: () => Promise<Reply>): Promise<void> {
  while ((await ask()).status !== 200) await delay(50)
}

describe.skipIf(!hasPostgres())('a lost PostgreSQL', () => {
  test('is answered with 503 by every operation, and the service recovers by itself', async () => {
    const { folder, remove } = await shopFolder()
    endings.push(remove)
    const server = await startPostgresServer()
    endings.push(() => server.stop())
    const service = await startService([folder, '--store', server.url])
    endings.push(() => service.kill())
    expect((await save(service, 'before')).status).toBe(200)
    const running = Array.from({ length: 20 }, (_, i) => save(service, `during ${i}`))
    await server.kill()
    for (const { status } of await Promise.all(running)) expect([200, 503]).toContain(status)
    for (const lost of [
      await save(service, 'lost'),
      await service.get('/api/v1/dimension/detail?dimName=city'),
      await service.get('/api/v1/lineage/queryAll'),
      await service.get('/api/v1/dataset/info?name=orders'),
    ]) {
      expect(lost).toMatchObject({
        status: 503,
        body: {
          code: '503',
          detailErrorMsg: expect.stringContaining('PLATFORM_STORE_UNAVAILABLE'),
        },
      })
      expect(JSON.stringify(lost.body)).not.toContain('ECONNREFUSED')
    }
    expect((await service.get('/readyz')).status).toBe(503)
    await server.revive()
    await untilWell(() => save(service, 'after'))
    expect(await saved(service)).toBe('after')
    expect((await service.get('/readyz')).status).toBe(200)
  })
})

/** Linux can lower, and raise again, how long a file of one process may become. */
const CAN_FILL = existsSync('/usr/bin/prlimit')

describe.skipIf(!CAN_FILL)('a full disk', () => {
  test('is answered with 503 by what writes, and the service recovers by itself', async () => {
    const { folder, remove } = await shopFolder()
    endings.push(remove)
    const data = ['--data', join(folder, 'data')]
    const first = await startService([folder, ...data])
    expect((await save(first, 'before')).status).toBe(200)
    await first.kill()
    // The signal would end the process; the failed write is what a full disk gives.
    const service = await startService([folder, ...data], "trap '' XFSZ")
    endings.push(() => service.kill())
    const limit = (size: string) =>
      execFileSync('prlimit', ['--pid', String(service.process.pid), `--fsize=${size}:`])
    limit('4096')
    let full: Reply | null = null
    for (let i = 0; full === null && i < 2_000; i++) {
      const reply = await save(service, `${i}`.repeat(200))
      if (reply.status !== 200) full = reply
    }
    expect(full).toMatchObject({
      status: 503,
      body: { code: '503', detailErrorMsg: expect.stringContaining('PLATFORM_STORE_UNAVAILABLE') },
    })
    expect((await service.get('/api/v1/dimension/detail?dimName=city')).status).toBe(200)
    limit('unlimited')
    await untilWell(() => save(service, 'after'))
    expect(await saved(service)).toBe('after')
  })
})

describe.skipIf(process.platform === 'win32')('a file of the store that was moved away', () => {
  test('is noticed: what writes is answered with 503, what reads goes on', async () => {
    const { folder, remove } = await shopFolder()
    endings.push(remove)
    const file = join(folder, 'data', 'tributary.sqlite')
    const service = await startService([folder, '--data', join(folder, 'data')])
    endings.push(() => service.kill())
    expect((await save(service, 'before')).status).toBe(200)
    renameSync(file, `${file}.moved`)
    expect(await save(service, 'lost')).toMatchObject({
      status: 503,
      body: {
        detailErrorMsg: expect.stringMatching(
          /^PLATFORM_STORE_UNAVAILABLE: The file of the store was moved/,
        ),
      },
    })
    expect(await saved(service)).toBe('before')
    const ready = await service.get('/readyz')
    expect(ready.status).toBe(503)
    expect(JSON.stringify(ready.body)).not.toContain('sqlite')
    renameSync(`${file}.moved`, file)
    expect((await save(service, 'after')).status).toBe(200)
    expect((await service.get('/readyz')).status).toBe(200)
  })
})
