import fc from 'fast-check'
import type { Compilable, Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { StoreSchema } from '../../src/store/schema.ts'
import { prepareQuery } from '../../src/store/statements.ts'
import { eachStore } from '../support/each-store.ts'

interface Wanted {
  readonly tenant: string
  readonly name: string
  readonly most: number
}

/** A value that comes twice, one that is not a text, and one that is always the same. */
function rowsOf(
  store: Kysely<StoreSchema>,
  { tenant, name, most }: Wanted,
): Compilable<{ readonly account: string; readonly display_name: string }> {
  return store
    .selectFrom('account')
    .select(['account', 'display_name'])
    .where('tenant', '=', tenant)
    .where('display_name', '!=', 'hidden')
    .where((eb) => eb.or([eb('account', '>=', name), eb('display_name', '=', name)]))
    .orderBy('account')
    .limit(most)
}

const wanted = fc.record({
  tenant: fc.constantFrom('t', 'u', '__proto__'),
  name: fc.constantFrom('a', 'b', "'; drop table account; --", ''),
  most: fc.integer({ min: 0, max: 3 }),
})

describe('prepareQuery', () => {
  eachStore(({ open }) => {
    test('gives the rows of the query that is built each time, in and out of a transaction', async () => {
      const [store, other] = [await open(), await open()]
      const rows = ['a', 'b', 'c', 'd'].flatMap((account, i) =>
        ['t', 'u'].map((tenant) => {
          return { tenant, account, display_name: ['hidden', 'b', 'a', 'x'][i]! }
        }),
      )
      await store.insertInto('account').values(rows).execute()
      const prepared = prepareQuery(rowsOf)
      await fc.assert(
        fc.asyncProperty(fc.array(wanted, { minLength: 1, maxLength: 5 }), async (all) => {
          for (const one of all) {
            const { rows } = await store.executeQuery(rowsOf(store, one))
            expect(await prepared(store, one)).toEqual(rows)
            const within = store.transaction().execute((inside) => prepared(inside, one))
            expect(await within).toEqual(rows)
            expect(await prepared(other, one)).toEqual([])
          }
        }),
        { numRuns: process.env.TRIBUTARY_LONG === undefined ? 5 : 100 },
      )
    })

    test('builds its query once for each store', async () => {
      const [store, other] = [await open(), await open()]
      let built = 0
      const prepared = prepareQuery((store: Kysely<StoreSchema>, { name }: { name: string }) => {
        built += 1
        return store.selectFrom('account').select('account').where('account', '=', name)
      })
      for (const name of ['a', 'b', 'c']) {
        await prepared(store, { name })
        await store.transaction().execute((inside) => prepared(inside, { name }))
      }
      expect(built).toBe(1)
      await prepared(other, { name: 'a' })
      expect(built).toBe(2)
    })

    test('rejects as the query does', async () => {
      const store = await open()
      const prepared = prepareQuery((store: Kysely<StoreSchema>, { tenant }: { tenant: string }) =>
        store.insertInto('tenant').values({ tenant }),
      )
      await prepared(store, { tenant: 't' })
      await expect(prepared(store, { tenant: 't' })).rejects.toThrow(/unique/i)
      await expect(prepared(store, { tenant: 'u' })).resolves.toEqual([])
    })
  })
})
