import { describe, expect, test } from 'vitest'
import { deleteUserAttributes } from '../../../src/operations/users/delete-user-attributes.ts'
import { saveUserAttributes } from '../../../src/operations/users/save-user-attributes.ts'
import { userAttributes } from '../../../src/operations/users/user-attributes.ts'
import { openStore } from '../../../src/store/database/open-store.ts'
import type { Store } from '../../../src/store/schema.ts'
import { eachStore } from '../../support/each-store.ts'
import { callerAs, type StoredTenant, tenantOn } from '../../support/tenant-on.ts'

const OWNER = callerAs('OWNER')

function save(
  tenant: StoredTenant,
  users: Readonly<Record<string, Readonly<Record<string, string>>>>,
  caller = OWNER,
): Promise<true> {
  return saveUserAttributes(
    { ...tenant, caller },
    {
      identityType: 'USER_ACCOUNT',
      userPropertyRequests: Object.entries(users).map(([identityValue, properties]) => ({
        identityValue,
        properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
      })),
    },
  )
}

function read(
  tenant: StoredTenant,
  identityValues: readonly string[],
  propertyNames?: readonly string[] | null,
  caller = OWNER,
) {
  const identityType = 'USER_ACCOUNT'
  return userAttributes(
    { ...tenant, caller },
    {
      identityType,
      identityValues,
      ...(propertyNames === undefined ? {} : { propertyNames }),
    },
  )
}

describe('the attributes of users', () => {
  eachStore(({ open, place }) => {
    test('are overwritten under a known name and added under a new one', async () => {
      const tenant = await tenantOn(await open(), ['ann'])
      await save(tenant, { ann: { region: 'east', level: '1' } })
      await save(tenant, { ann: { region: 'west', team: 'a' } })
      expect(await read(tenant, ['ann'])).toEqual([
        {
          identityValue: 'ann',
          properties: [
            { name: 'level', value: '1' },
            { name: 'region', value: 'west' },
            { name: 'team', value: 'a' },
          ],
        },
      ])
    })

    test('are listed once for each user in the requested order, unknown users included', async () => {
      const tenant = await tenantOn(await open(), ['ann', 'joe'])
      await save(tenant, { joe: { a: '1' } })
      const joe = { identityValue: 'joe', properties: [{ name: 'a', value: '1' }] }
      const none = (identityValue: string) => ({ identityValue, properties: [] })
      expect(await read(tenant, ['joe', 'nobody', 'ann', 'joe'])).toEqual([
        joe,
        none('nobody'),
        none('ann'),
      ])
    })

    test('are restricted to the given names, and an empty list means all', async () => {
      const tenant = await tenantOn(await open(), ['ann'])
      await save(tenant, { ann: { a: '1', b: '2', A: '3' } })
      const names = async (asked: readonly string[] | null) => {
        const [ann] = await read(tenant, ['ann'], asked)
        return ann?.properties.map(({ name }) => name)
      }
      expect(await names(['b', 'c'])).toEqual(['b'])
      expect(await names(['c'])).toEqual([])
      expect(await names([])).toEqual(['A', 'a', 'b'])
      expect(await names(null)).toEqual(['A', 'a', 'b'])
    })

    test('are sorted by code point', async () => {
      const tenant = await tenantOn(await open(), ['ann'])
      const names = ['Z', 'a', 'é', '\uFFFD', '😀', '__proto__', ' ']
      await save(tenant, { ann: Object.fromEntries(names.map((name) => [name, name])) })
      const [ann] = await read(tenant, ['ann'])
      const sorted = [' ', 'Z', '__proto__', 'a', 'é', '\uFFFD', '😀']
      // An object literal takes `__proto__` for its prototype; fromEntries does not.
      expect(ann?.properties.map(({ name }) => name)).toEqual(sorted)
    })

    test('change wholly or not at all', async () => {
      const tenant = await tenantOn(await open(), ['ann'])
      await save(tenant, { ann: { a: '1' } })
      await expect(save(tenant, { ann: { a: '2' }, nobody: { a: '1' } })).rejects.toMatchObject({
        code: 'PLATFORM_UNKNOWN_USER',
        details: { path: 'userPropertyRequests[1].identityValue' },
      })
      const gone = deleteUserAttributes(
        { ...tenant, caller: OWNER },
        {
          identityType: 'USER_ID',
          items: [
            { identityValue: 'ann', propertyNames: ['a'] },
            { identityValue: 'nobody', propertyNames: ['a'] },
          ],
        },
      )
      await expect(gone).rejects.toMatchObject({
        code: 'PLATFORM_UNKNOWN_USER',
        details: { path: 'items[1].identityValue' },
      })
      expect(await read(tenant, ['ann'])).toEqual([
        { identityValue: 'ann', properties: [{ name: 'a', value: '1' }] },
      ])
    })

    test('refuse text that a store could not give back', async () => {
      const tenant = await tenantOn(await open(), ['ann'])
      const refusal = (path: string) => ({
        code: 'PLATFORM_INVALID_REQUEST',
        details: { path },
      })
      const first = 'userPropertyRequests[0]'
      await expect(save(tenant, { 'a\0': { a: '1' } })).rejects.toMatchObject(
        refusal(`${first}.identityValue`),
      )
      await expect(save(tenant, { ann: { 'a\0': '1' } })).rejects.toMatchObject(
        refusal(`${first}.properties[0].name`),
      )
      await expect(save(tenant, { ann: { a: '\uD800' } })).rejects.toMatchObject(
        refusal(`${first}.properties[0].value`),
      )
      await expect(read(tenant, ['ann', '\0'])).rejects.toMatchObject(refusal('identityValues[1]'))
      await expect(read(tenant, ['ann'], ['\0'])).rejects.toMatchObject(refusal('propertyNames[0]'))
      const removal = deleteUserAttributes(
        { ...tenant, caller: OWNER },
        {
          identityType: 'USER_ID',
          items: [{ identityValue: 'ann', propertyNames: ['a', '\uDC00'] }],
        },
      )
      await expect(removal).rejects.toMatchObject(refusal('items[0].propertyNames[1]'))
    })

    test('belong to one tenant', async () => {
      const store = await open()
      const one = await tenantOn(store, ['ann'], 'one')
      const two = await tenantOn(store, ['ann', 'joe'], 'two')
      await save(one, { ann: { a: '1' } }, callerAs('OWNER', 'ann', 'one'))
      const asTwo = callerAs('OWNER', 'ann', 'two')
      expect(await read(two, ['ann'], null, asTwo)).toEqual([
        { identityValue: 'ann', properties: [] },
      ])
      await expect(
        save(one, { joe: { a: '1' } }, callerAs('OWNER', 'ann', 'one')),
      ).rejects.toMatchObject({ code: 'PLATFORM_UNKNOWN_USER' })
    })

    test('are there after a reopening, and go with their account', async () => {
      const where = await place()
      const { write, ...tenant } = await tenantOn(await open(where), ['ann', 'joe'])
      await save({ write, ...tenant }, { ann: { a: '1' }, joe: { b: '2' } })
      await write(async (transaction) => {
        await transaction.deleteFrom('account').where('account', '=', 'ann').execute()
      })
      const again: Store = await openStore(where)
      const { properties } = (await read({ store: again, write }, ['joe']))[0]!
      const left = await again.selectFrom('user_attribute').select('account').execute()
      await again.destroy()
      expect(properties).toEqual([{ name: 'b', value: '2' }])
      expect(left).toEqual([{ account: 'joe' }])
    })

    test('are at most fifty thousand in one answer', async () => {
      const tenant = await tenantOn(await open(), ['a', 'b', 'c', 'd', 'e', 'f'])
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`n${i}`, 'x']))
      for (const user of 'abcde') await save(tenant, { [user]: many })
      expect(await read(tenant, [...'abcdef'])).toHaveLength(6)
      await save(tenant, { f: { n7: 'x' } })
      await expect(read(tenant, [...'abcdef'])).rejects.toMatchObject({
        code: 'PLATFORM_INVALID_REQUEST',
        details: { path: 'identityValues' },
      })
      const some = await read(tenant, [...'abcdef'], ['n7'])
      expect(some.map(({ properties }) => properties)).toEqual(
        Array.from({ length: 6 }, () => [{ name: 'n7', value: 'x' }]),
      )
    })

    test('take ten thousand of them, of ten thousand users', async () => {
      const store = await open()
      const users = Array.from({ length: 10_000 }, (_, i) => `u${i}`)
      const tenant = await tenantOn(store, ['ann'])
      await tenant.write(async (transaction) => {
        for (let i = 0; i < users.length; i += 1_000) {
          const rows = users.slice(i, i + 1_000).map((account) => {
            return { tenant: 't', account, display_name: account } as const
          })
          await transaction.insertInto('account').values(rows).execute()
        }
      })
      const many = Object.fromEntries(users.map((user) => [user, 'x']))
      await save(tenant, Object.fromEntries(users.map((user) => [user, { a: user }])))
      await save(tenant, { ann: many })
      const all = await read(tenant, [...users, 'ann'])
      expect(all).toHaveLength(10_001)
      expect(all.every(({ properties }) => properties.length >= 1)).toBe(true)
      const one = await read(tenant, [...users, 'ann'], ['a'])
      expect(one.map(({ properties }) => properties.length).indexOf(0)).toBe(10_000)
      await deleteUserAttributes(
        { ...tenant, caller: OWNER },
        {
          identityType: 'USER_ID',
          items: [
            ...users.map((identityValue) => ({ identityValue, propertyNames: ['a'] })),
            { identityValue: 'ann', propertyNames: users },
          ],
        },
      )
      expect(await store.selectFrom('user_attribute').selectAll().execute()).toEqual([])
    })
  })

  test.each(['ADMIN', 'OWNER'] as const)('are written by an %s', async (role) => {
    const store = await openStore(undefined)
    const tenant = await tenantOn(store, ['ann'])
    expect(await save(tenant, { ann: { a: '1' } }, callerAs(role))).toBe(true)
    await store.destroy()
  })

  test('are read by a USAGER of its own only, and never written', async () => {
    const store = await openStore(undefined)
    const tenant = await tenantOn(store, ['ann', 'joe'])
    const usager = callerAs('USAGER', 'joe')
    const forbidden = { code: 'ACCESS_FORBIDDEN' }
    await expect(save(tenant, { joe: { a: '1' } }, usager)).rejects.toMatchObject(forbidden)
    const items = [{ identityValue: 'joe', propertyNames: ['a'] }]
    const removal = deleteUserAttributes(
      { ...tenant, caller: usager },
      { identityType: 'USER_ID', items },
    )
    await expect(removal).rejects.toMatchObject(forbidden)
    await expect(read(tenant, ['joe', 'ann'], null, usager)).rejects.toMatchObject(forbidden)
    expect(await read(tenant, ['joe'], null, usager)).toHaveLength(1)
    await store.destroy()
  })
})
