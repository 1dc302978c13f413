import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../src/store/database/open-store.ts'
import type { Store } from '../../../src/store/schema.ts'
import { isDuplicate } from '../../../src/store/store-faults.ts'
import { eachStore } from '../../support/each-store.ts'
import { folderOf } from '../../support/shop.ts'

const OWNER = { tenant: 't', display_name: 'n' } as const

describe('a store', () => {
  eachStore(({ open, emptyPlace }) => {
    test('keeps what is written over a reopening, and runs each migration once', async () => {
      const where = await emptyPlace()
      const first = await open(where)
      await first
        .insertInto('account')
        .values({ ...OWNER, account: 'ann' })
        .execute()
      const second = await open(where)
      expect(await second.selectFrom('account').select('account').execute()).toEqual([
        { account: 'ann' },
      ])
    })

    test('is migrated once when several open it at the same time', async () => {
      const where = await emptyPlace()
      const stores = await Promise.all([open(where), open(where), open(where)])
      for (const store of stores) {
        expect(await store.selectFrom('account').selectAll().execute()).toEqual([])
      }
    })

    test('orders text by code point and counts in numbers', async () => {
      const store = await open()
      const names = ['b', 'a', 'B', 'ä', '_', '1', 'é', '😀', 'Z']
      await store
        .insertInto('account')
        .values(names.map((account) => ({ ...OWNER, account })))
        .execute()
      const rows = await store.selectFrom('account').select('account').orderBy('account').execute()
      expect(rows.map(({ account }) => account)).toEqual([
        '1',
        'B',
        'Z',
        '_',
        'a',
        'b',
        'ä',
        'é',
        '😀',
      ])
      const { count } = await store
        .selectFrom('account')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      expect(count).toBe(9)
    })

    test('says when a key is taken', async () => {
      const store = await open()
      const insert = () =>
        store
          .insertInto('account')
          .values({ ...OWNER, account: 'ann' })
          .execute()
      await insert()
      const error = await insert().catch((one: unknown) => one)
      expect(isDuplicate(error)).toBe(true)
      const wrong = await sql`select nothing from nowhere`
        .execute(store)
        .catch((one: unknown) => one)
      expect(wrong).toBeInstanceOf(Error)
      expect(isDuplicate(wrong)).toBe(false)
    })
  })
})

describe('openStore', () => {
  const removals: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const remove of removals.splice(0)) await remove()
  })
  const refusalOf = (place: string): Promise<unknown> =>
    openStore(place).then(
      (store: Store) => store.destroy(),
      (error: unknown) => error,
    )

  test('refuses a file that is no store', async () => {
    const { folder, remove } = await folderOf({ 'tributary.sqlite': 'no database' })
    removals.push(remove)
    expect(await refusalOf(folder)).toMatchObject({
      code: expect.stringMatching(/^PLATFORM_STORE_/),
    })
  })

  test('says where the folder cannot be made', async () => {
    const { folder, remove } = await folderOf({ file: '' })
    removals.push(remove)
    expect(await refusalOf(`${folder}/file/data`)).toMatchObject({
      code: 'PLATFORM_STORE_FAILED',
      message: expect.stringContaining(`${folder}/file/data`),
    })
  })

  test('says which PostgreSQL does not answer and why, and never its password', async () => {
    for (const place of [
      'postgres://u:secret@127.0.0.1:1/d',
      'postgres://u@127.0.0.1:1/d?password=secret',
    ]) {
      const error = (await refusalOf(place)) as Error
      expect(error).toMatchObject({
        code: 'PLATFORM_STORE_UNAVAILABLE',
        message: expect.stringMatching(
          /^The store postgres:\/\/u@127\.0\.0\.1:1\/d cannot be reached .*ECONNREFUSED/,
        ),
      })
      expect(`${error.message}${JSON.stringify(error)}`).not.toContain('secret')
    }
  })

  test('says why of a host with several addresses', async () => {
    expect(await refusalOf('postgres://u@localhost:1/d')).toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('says that a store is of a newer version, and leaves it as it is', async () => {
    const { folder, remove } = await folderOf({})
    removals.push(remove)
    const store = await openStore(folder)
    await sql`insert into kysely_migration values ('0099 later', '2030-01-01')`.execute(store)
    await store.destroy()
    expect(await refusalOf(folder)).toMatchObject({
      code: 'PLATFORM_STORE_FAILED',
      message: expect.stringMatching(
        /newer version of Tributary \(it has the unknown migrations "0099 later"/,
      ),
    })
  })
})
