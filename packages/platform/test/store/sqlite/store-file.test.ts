import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isStoreInPlace, runLargeWrite } from '../../../src/store/database/large-writes.ts'
import { openStore } from '../../../src/store/database/open-store.ts'
import { createLargeWrite, createWrite } from '../../../src/store/database/write-queue.ts'
import type { Store } from '../../../src/store/schema.ts'

const NAME = 'tributary.sqlite'

let home: string
let data: string
const open: Store[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-'))
  data = join(home, 'data')
  mkdirSync(data)
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.destroy()))
  await rm(home, { recursive: true })
})

async function opened(): Promise<Store> {
  const store = await openStore(data)
  open.push(store)
  return store
}

const path = (name = NAME): string => join(data, name)

describe('the file of a store', () => {
  test('is created complete by several processes at once, without leftover files', async () => {
    const stores = await Promise.all([opened(), opened(), opened()])
    expect(stores).toHaveLength(3)
    expect(readdirSync(data).toSorted()).toEqual([NAME, `${NAME}-shm`, `${NAME}-wal`])
    expect(statSync(path()).size).toBeGreaterThan(0)
  })

  test('is refused when it has 0 bytes, and stays as it is', async () => {
    writeFileSync(path(), '')
    await expect(openStore(data)).rejects.toMatchObject({
      code: 'PLATFORM_STORE_FAILED',
      message: `The store ${path()} cannot be opened: the file has 0 bytes, which no store has: something has emptied it. Restore it from a backup; to begin with an empty store, delete it.`,
    })
    expect(statSync(path()).size).toBe(0)
  })

  test('is reported as missing when only its log exists', async () => {
    writeFileSync(path(`${NAME}-wal`), 'x')
    await expect(openStore(data)).rejects.toThrow(
      /the file is missing, but its log \(-wal\) is there/,
    )
    expect(existsSync(path())).toBe(false)
  })

  test('may be in a folder whose name has signs of addresses', async () => {
    data = join(data, 'a?mode=memory&b#c%20 d')
    mkdirSync(data)
    await opened()
    expect(existsSync(path())).toBe(true)
  })
})

describe.skipIf(process.platform === 'win32')('a store whose file is gone', () => {
  const LOG = `${NAME}-wal`
  const moved = (name: string) => () => {
    renameSync(path(name), path('elsewhere'))
    return () => renameSync(path('elsewhere'), path(name))
  }
  const replaced = () => {
    const back = moved(NAME)()
    writeFileSync(path(), 'another')
    return () => {
      rmSync(path())
      back()
    }
  }
  const folder = () => {
    renameSync(data, `${data} elsewhere`)
    return () => renameSync(`${data} elsewhere`, data)
  }

  test.each<[string, () => () => void]>([
    ['moved', moved(NAME)],
    ['replaced', replaced],
    ['without its log', moved(LOG)],
    ['moved with its folder', folder],
  ])('(%s) is read and not written, until it is back', async (_what, take) => {
    const store = await opened()
    const write = createWrite(store, 'shop')
    const largeWrite = createLargeWrite(store, 'shop')
    const work = async (): Promise<void> => {}
    const writes: (() => Promise<unknown>)[] = [
      () => write(work),
      () => largeWrite(work),
      () => store.insertInto('tenant').values({ tenant: 'a', writes: 1 }).execute(),
      () => store.updateTable('tenant').set({ writes: 7 }).execute(),
      () => store.deleteFrom('tenant').where('tenant', '=', 'none').returning('tenant').execute(),
    ]
    await write(work)
    expect(isStoreInPlace(store)).toBe(true)
    const putBack = take()
    expect(isStoreInPlace(store)).toBe(false)
    for (const written of writes) {
      await expect(written()).rejects.toMatchObject({
        code: 'PLATFORM_STORE_UNAVAILABLE',
        message: expect.stringMatching(/^The file of the store was moved, deleted or replaced/),
      })
    }
    const rows = await store.selectFrom('tenant').select(['tenant', 'writes']).execute()
    expect(rows).toEqual([{ tenant: 'shop', writes: 1 }])
    putBack()
    expect(isStoreInPlace(store)).toBe(true)
    for (const written of writes) await written()
  })

  test('is not written by a transaction that began before the file was moved', async () => {
    const store = await opened()
    const write = createWrite(store, 'shop')
    await write(async () => {})
    const written = write(async () => moved(NAME)())
    await expect(written).rejects.toMatchObject({ code: 'PLATFORM_STORE_UNAVAILABLE' })
    renameSync(path('elsewhere'), path())
    const rows = await store.selectFrom('tenant').select('writes').execute()
    expect(rows).toEqual([{ writes: 1 }])
  })

  test('is not created again by an open store after it was deleted', async () => {
    const store = await opened()
    for (const name of readdirSync(data)) rmSync(path(name))
    await runLargeWrite(store, (large) => large.selectFrom('tenant').selectAll().execute()).catch(
      () => {},
    )
    await expect(createLargeWrite(store, 'shop')(async () => {})).rejects.toThrow()
    expect(readdirSync(data)).toEqual([])
  })
})
