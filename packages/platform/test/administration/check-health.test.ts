import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkHealth, createDatasourceCheck } from '../../src/administration/check-health.ts'
import { createPlatform } from '../../src/create-platform.ts'
import { openStore } from '../../src/store/database/open-store.ts'
import { folderOf, SHOP_FILES } from '../support/shop.ts'

const engine = { run: async () => ({ rowCount: 1, columns: [] }) } as never
const datasources = async () => []

describe('checkHealth', () => {
  test('finds an open platform well, and a closed one not', async () => {
    const { folder, remove } = await folderOf(SHOP_FILES)
    const platform = await createPlatform({ workspace: folder })
    const { datasources: found, ...parts } = await platform.health()
    expect(parts).toEqual({ store: true, storeMoved: false, engine: true })
    expect(found.map(({ tenant, answers }) => [tenant, answers])).toEqual([['shop', true]])
    await platform.close()
    expect(await platform.health()).toMatchObject({ store: false, engine: false, datasources: [] })
    await remove()
  })

  test('tells a lost store from a lost engine', async () => {
    const store = await openStore(undefined)
    const lost = { run: () => Promise.reject(new Error('gone')) } as never
    const health = (engines: never[]) => checkHealth({ store, engines, datasources })
    expect(await health([lost])).toMatchObject({ store: true, engine: false })
    await store.destroy()
    expect(await health([engine])).toMatchObject({ store: false, engine: true })
  })

  test('does not wait for an engine that hangs, and tells it so', async () => {
    const store = await openStore(undefined)
    const told = Promise.withResolvers<void>()
    const run = (_statement: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signal.addEventListener('abort', () => told.resolve())
      return new Promise(() => {})
    }
    const health = await checkHealth({ store, engines: [engine, { run } as never], datasources })
    expect(health).toMatchObject({ store: true, engine: false })
    await told.promise
    await store.destroy()
  })
})

describe('createDatasourceCheck', () => {
  afterEach(() => vi.useRealTimers())

  function checkOf(ask: () => Promise<void>) {
    const probe = vi.fn(ask)
    const probes = [{ datasource: 'files', ask: probe }]
    return { check: createDatasourceCheck(() => [{ tenant: 'shop', probes }]), probe }
  }
  const found = (answers: boolean) => [{ tenant: 'shop', datasource: 'files', answers }]

  test('asks once for all who ask within five seconds, and waits for nothing then', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let isWell = true
    const { check, probe } = checkOf(async () => {
      if (!isWell) throw new Error('gone')
    })
    expect(await Promise.all([check(), check(), check()])).toEqual(Array(3).fill(found(true)))
    isWell = false
    vi.advanceTimersByTime(4_999)
    expect(await check()).toEqual(found(true))
    expect(probe).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(await check()).toEqual(found(true))
    expect(probe).toHaveBeenCalledTimes(2)
    await expect.poll(check).toEqual(found(false))
    expect(probe).toHaveBeenCalledTimes(2)
  })

  test('waits when what was found is older than half a minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    let isWell = true
    const { check } = checkOf(async () => {
      if (!isWell) throw new Error('gone')
    })
    expect(await check()).toEqual(found(true))
    isWell = false
    vi.advanceTimersByTime(30_000)
    expect(await check()).toEqual(found(false))
  })

  test('takes a datasource that hangs for one that does not answer', async () => {
    const { check } = checkOf(() => new Promise(() => {}))
    expect(await check()).toEqual(found(false))
  })
})

/** What a PostgreSQL does that accepts connections and never answers. */
async function serveSilence(): Promise<{
  readonly port: number
  readonly connections: () => number
  close(): Promise<void>
}> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    count += 1
    sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

test('tells operators of a tenant its datasources that do not answer, by name', async () => {
  const silent = await serveSilence()
  const workspace = SHOP_FILES['workspace.yaml']!.replace(
    /^datasources:$/m,
    `datasources:\n  - { name: warehouse, type: POSTGRESQL, address: "127.0.0.1:${silent.port}", database: db, credentials: { user: u } }`,
  )
  const { folder, remove } = await folderOf({ ...SHOP_FILES, 'workspace.yaml': workspace })
  const platform = await createPlatform({
    ...{ workspace: folder, checksSources: false, trustIdentityHeaders: true },
  })
  const credentials = { tenantId: 'shop', authType: 'ACCOUNT', authValue: 'ann' }
  const ann = await platform.authenticate(credentials)
  const { health } = await platform.as(ann).caller()
  expect(health).toEqual({
    store: true,
    engine: true,
    datasources: expect.arrayContaining([{ name: 'warehouse', answers: false }]),
  })
  expect(health!.datasources.filter(({ answers }) => answers)).toHaveLength(1)
  for (let count = 0; count < 20; count++) await platform.health()
  expect(silent.connections()).toBe(1)
  await Promise.all([platform.close(), silent.close()])
  await remove()
})
