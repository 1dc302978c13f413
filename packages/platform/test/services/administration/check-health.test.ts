import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import { checkHealth } from '../../../src/services/administration/check-health.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { folderOf, SHOP_FILES } from '../../support/shop.ts'

const engine = { run: async () => ({ rowCount: 1, columns: [] }) } as never

describe('checkHealth', () => {
  test('finds an open platform well, and a closed one not', async () => {
    const { folder, remove } = await folderOf(SHOP_FILES)
    const platform = await createPlatform({ workspace: folder })
    expect(await platform.health()).toEqual({ store: true, engine: true })
    await platform.close()
    expect(await platform.health()).toEqual({ store: false, engine: false })
    await remove()
  })

  test('tells a lost store from a lost engine', async () => {
    const store = await openStore(undefined)
    const lost = { run: () => Promise.reject(new Error('gone')) } as never
    expect(await checkHealth({ store, engines: [lost] })).toEqual({ store: true, engine: false })
    await store.destroy()
    expect(await checkHealth({ store, engines: [engine] })).toEqual({ store: false, engine: true })
  })

  test('does not wait for an engine that hangs, and tells it so', async () => {
    const store = await openStore(undefined)
    const told = Promise.withResolvers<void>()
    const run = (_statement: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signal.addEventListener('abort', () => told.resolve())
      return new Promise(() => {})
    }
    const health = await checkHealth({ store, engines: [engine, { run } as never] })
    expect(health).toEqual({ store: true, engine: false })
    await told.promise
    await store.destroy()
  })
})
