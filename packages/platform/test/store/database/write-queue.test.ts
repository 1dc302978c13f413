import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createLargeWrite,
  createWrite,
  type Work,
} from '../../../src/store/database/write-queue.ts'
import type { Store } from '../../../src/store/schema.ts'
import { isDuplicate } from '../../../src/store/store-faults.ts'
import { eachStore } from '../../support/each-store.ts'

const add =
  (account: string): Work<string> =>
  async (transaction) => {
    await transaction
      .insertInto('account')
      .values({ tenant: 't', account, display_name: account })
      .execute()
    return account
  }

async function accounts(store: Store): Promise<readonly string[]> {
  const rows = await store.selectFrom('account').select('account').orderBy('account').execute()
  return rows.map(({ account }) => account)
}

async function writes(store: Store): Promise<number> {
  const row = await store.selectFrom('tenant').select('writes').executeTakeFirst()
  return row?.writes ?? 0
}

describe('write', () => {
  eachStore(({ open, place }) => {
    test('gives what the work gives, once it is kept', async () => {
      const store = await open()
      expect(await createWrite(store, 't')(add('ann'))).toBe('ann')
      expect(await accounts(store)).toEqual(['ann'])
    })

    test('undoes a piece that fails, and no other', async () => {
      const store = await open()
      const write = createWrite(store, 't')
      const outcomes = await Promise.allSettled([
        write(add('a')),
        write(async (transaction) => {
          await add('half')(transaction)
          throw new Error('changed my mind')
        }),
        write(add('a')),
        write(async (transaction) => {
          await sql`select nothing from nowhere`.execute(transaction)
        }),
        write(add('b')),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'rejected',
        'fulfilled',
      ])
      expect(await accounts(store)).toEqual(['a', 'b'])
    })

    test('lets pieces that come together share a commit', async () => {
      const store = await open()
      const write = createWrite(store, 't')
      await Promise.all(Array.from({ length: 200 }, (_, i) => write(add(`u${i}`))))
      expect((await accounts(store)).length).toBe(200)
      expect(await writes(store)).toBeLessThan(10)
    })

    test('groups writes of callers that return at different times into fewer commits', async () => {
      const store = await open()
      const write = createWrite(store, 't')
      const caller = async (number: number): Promise<void> => {
        for (let round = 0; round < 10; round++) {
          for (let turn = 0; turn < number; turn++) await setImmediate()
          await write(add(`u${number}-${round}`))
        }
      }
      await Promise.all(Array.from({ length: 16 }, (_, i) => caller(i)))
      expect((await accounts(store)).length).toBe(160)
      expect(await writes(store)).toBeLessThan(60)
    })

    test('lets callers that read before they write share a commit', async () => {
      const store = await open()
      const write = createWrite(store, 't')
      const caller = async (name: string): Promise<void> => {
        for (let round = 0; round < 5; round++) {
          await accounts(store)
          await write(add(`${name}-${round}`))
        }
      }
      await Promise.all(Array.from({ length: 32 }, (_, i) => caller(`u${i}`)))
      expect((await accounts(store)).length).toBe(160)
      expect(await writes(store)).toBeLessThan(40)
    })

    test('lets one writer of a tenant in at a time, wherever it runs', async () => {
      const where = await place()
      const stores = [await open(where), await open(where)]
      const count: Work<number> = async (transaction) => {
        const row = await transaction
          .selectFrom('account')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        await add(`u${row.n}`)(transaction)
        return row.n
      }
      const each = stores.map((store) => createWrite(store, 't'))
      const seen = await Promise.all(Array.from({ length: 40 }, (_, i) => each[i % 2]!(count)))
      expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    })

    test('lets others read what was there, and write afterwards, while a large write is under way', async () => {
      const store = await open(await place())
      const [write, writeLarge] = [createWrite(store, 't'), createLargeWrite(store, 't')]
      await write(add('a'))
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const order: string[] = []
      const large = writeLarge(async (transaction) => {
        await add('b')(transaction)
        begun.resolve()
        await ended.promise
        const added = await add('c')(transaction)
        order.push('large')
        return added
      })
      await begun.promise
      expect(await accounts(store)).toEqual(['a'])
      // A database may answer the end of a transaction after the next one has begun.
      const next = write(async (transaction) => {
        order.push('d')
        return add('d')(transaction)
      })
      await setImmediate()
      ended.resolve()
      expect(await large).toBe('c')
      await next
      expect(order).toEqual(['large', 'd'])
      expect(await accounts(store)).toEqual(['a', 'b', 'c', 'd'])
    })

    test('undoes a large write that fails, and tells why', async () => {
      const store = await open(await place())
      const writeLarge = createLargeWrite(store, 't')
      const twice = writeLarge(async (transaction) => {
        await add('a')(transaction)
        await add('a')(transaction)
      })
      const error: unknown = await twice.catch((one: unknown) => one)
      expect(isDuplicate(error)).toBe(true)
      expect(await accounts(store)).toEqual([])
      await writeLarge(add('b'))
      await createWrite(store, 't')(add('c'))
      expect(await accounts(store)).toEqual(['b', 'c'])
    })

    test('fails every piece when the store is gone, and works no more', async () => {
      const store = await open()
      const write = createWrite(store, 't')
      await write(add('a'))
      await store.destroy()
      await expect(write(add('b'))).rejects.toThrow()
    })
  })
})
