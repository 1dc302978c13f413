import type { UserGroupsQuery } from '@tributary/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userGroups } from '../../../src/operations/users/user-groups.ts'
import { openStore } from '../../../src/store/database/open-store.ts'
import type { Store } from '../../../src/store/schema.ts'
import { applyGroups } from '../../../src/store/users/user-groups.ts'
import { callerAs, type StoredTenant, tenantOn } from '../../support/tenant-on.ts'

let store: Store
let tenant: StoredTenant
beforeAll(async () => {
  store = await openStore(undefined)
  tenant = await tenantOn(store, [])
  const groups = Array.from({ length: 2_500 }, (_, i) => {
    return { id: `g${i}`, code: `C${i}`, displayName: i % 2 ? `Équipe ${i}` : 'x', parent: null }
  })
  await tenant.write((transaction) => applyGroups(transaction, 't', groups))
})
afterAll(() => store.destroy())

const list = (query: Partial<UserGroupsQuery> = {}) =>
  userGroups({ ...tenant, caller: callerAs('USAGER') }, { pageNumber: 1, pageSize: 10, ...query })

describe('listing groups', () => {
  test('gives every group on exactly one page', async () => {
    const found: string[] = []
    for (let pageNumber = 1; pageNumber <= 4; pageNumber++) {
      const page = await list({ pageNumber, pageSize: 1_000 })
      expect(page).toMatchObject({ total: 2_500, pageNumber, pageSize: 1_000 })
      found.push(...page.list.map(({ groupId }) => groupId))
    }
    expect(found).toEqual(Array.from({ length: 2_500 }, (_, i) => `g${i}`))
  })

  test('gives an empty page behind the last', async () => {
    expect(await list({ pageNumber: Number.MAX_SAFE_INTEGER })).toMatchObject({
      total: 2_500,
      list: [],
    })
  })

  test.each([
    ['part of a code', 'c249', ['g249', 'g2490', 'g2491', 'g2492', 'g2493']],
    ['part of a name, whatever the case', 'éQUIPE 77', ['g77', 'g771', 'g773', 'g775', 'g777']],
    ['nothing that is there', '%', []],
  ])('finds %s', async (_what, keyword, groups) => {
    const { list: found } = await list({ keyword, pageSize: 5 })
    expect(found.map(({ groupId }) => groupId)).toEqual(groups)
  })

  test('finds groups by id, by code, and with a keyword among them', async () => {
    const ask = async (query: Partial<UserGroupsQuery>) =>
      (await list(query)).list.map(({ groupId }) => groupId)
    const groupIds = ['C7', 'g3', 'g3', 'C5', 'none']
    expect(await ask({ groupIdentityType: 'USER_GROUP_ID', groupIds })).toEqual(['g3'])
    expect(await ask({ groupIdentityType: 'USER_GROUP_CODE', groupIds })).toEqual(['g5', 'g7'])
    const both = { groupIdentityType: 'USER_GROUP_CODE', groupIds, keyword: '5' } as const
    expect(await ask(both)).toEqual(['g5'])
  })

  test('lists all groups for an empty keyword and an empty list of ids', async () => {
    const all = { total: 2_500 }
    expect(await list({ keyword: '', groupIds: [] })).toMatchObject(all)
    expect(await list({ keyword: null, groupIds: null, groupIdentityType: null })).toMatchObject(
      all,
    )
  })

  test('requires groupIdentityType with groupIds', async () => {
    const refusal = { code: 'PLATFORM_INVALID_REQUEST', details: { path: 'groupIdentityType' } }
    await expect(list({ groupIds: ['g1'] })).rejects.toMatchObject(refusal)
    await expect(list({ groupIds: ['g1'], groupIdentityType: null })).rejects.toMatchObject(refusal)
  })

  test.each([
    ['pageNumber', 0],
    ['pageNumber', 1.5],
    ['pageSize', 0],
    ['pageSize', 1_001],
    ['pageSize', Number.NaN],
  ])('refuses %s %d', async (path, value) => {
    await expect(list({ [path]: value })).rejects.toMatchObject({
      code: 'PLATFORM_INVALID_REQUEST',
      details: { path },
    })
  })
})
