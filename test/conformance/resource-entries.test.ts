import { describe, expect, test } from 'vitest'
import { expectFields } from './support/fields.ts'
import { changed, dataOf, expectRefusal, NOT_TEXT } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const LIST = 'authority/userList'

const metric = (resourceId: string) => ({ resourceType: 'METRIC', resourceId })

/** Who has what on a resource: account, role, source and where it comes from. */
async function entries(shop: ServedShop, body: object): Promise<readonly string[]> {
  return dataOf(await shop.ask(LIST, body)).map(
    // biome-ignore lint/suspicious/noExplicitAny: the tests look into what came back
    ({ authorityAccount, authorityResource }: any) => {
      const { authorityRole, authoritySource, extendResourceDTO } = authorityResource
      const from = extendResourceDTO === null ? '' : ` from ${extendResourceDTO.resourceId}`
      return `${authorityAccount.account} ${authorityRole} ${authoritySource}${from}`
    },
  )
}

/** What `ann`, `joe` and `max` have through their roles in the tenant. */
const THROUGH_TENANT = [
  'ann OWNER EXTEND from shop',
  'joe USAGER EXTEND from shop',
  'max ADMIN EXTEND from shop',
]

onEachStore((shop) => {
  describe('resourceEntries', () => {
    test('answers entries of an account and a permission', async () => {
      const data = dataOf(await shop.ask(LIST, metric('revenue')))
      for (const entry of data) {
        expectFields(entry, { authorityAccount: 'object', authorityResource: 'object' })
        expectFields(entry.authorityAccount, {
          accountType: 'string',
          account: 'string',
          id: 'string',
          displayName: 'string',
          photo: 'string|null',
        })
        expectFields(entry.authorityResource, {
          authorityRole: 'string',
          authoritySource: 'string',
          expiredTime: 'integer|null',
          extendResourceDTO: 'object|null',
          canEdit: 'boolean',
          canDelete: 'boolean',
          canUsage: 'boolean',
          canAuth: 'boolean',
          canTransfer: 'boolean',
        })
        expect(entry.authorityAccount.accountType).toBe('USER')
      }
      expect(data[0].authorityAccount).toEqual({
        accountType: 'USER',
        account: 'ann',
        id: 'ann',
        displayName: 'Ann',
        photo: null,
      })
    })

    test('tells direct from inherited permissions', async () => {
      expect(await entries(shop, metric('revenue'))).toEqual([
        'ann OWNER EXTEND from shop',
        'eve USAGER DIRECT',
        'joe USAGER EXTEND from shop',
        'max ADMIN EXTEND from shop',
      ])
    })

    test('lists an account twice that has both, without what has expired', async () => {
      expect(await entries(shop, metric('basket'))).toEqual([
        'ann OWNER EXTEND from shop',
        'joe ADMIN DIRECT',
        'joe USAGER EXTEND from sales',
        'joe USAGER EXTEND from shop',
        'max ADMIN EXTEND from shop',
      ])
    })

    test('has extendResourceDTO for inherited permissions only', async () => {
      const data = dataOf(await shop.ask(LIST, metric('basket')))
      for (const { authorityResource } of data) {
        const { authoritySource, extendResourceDTO } = authorityResource
        expect(extendResourceDTO === null).toBe(authoritySource === 'DIRECT')
        if (extendResourceDTO === null) continue
        expectFields(extendResourceDTO, {
          resourceType: 'string',
          resourceId: 'string',
          resourceName: 'string|null',
        })
      }
      expect(data[2].authorityResource.extendResourceDTO).toEqual({
        resourceType: 'CATEGORY',
        resourceId: 'sales',
        resourceName: 'Sales',
      })
    })

    test('has expiredTime in milliseconds, or null for never', async () => {
      const data = dataOf(await shop.ask(LIST, metric('basket')))
      const times = data.map(
        // biome-ignore lint/suspicious/noExplicitAny: the tests look into what came back
        ({ authorityResource }: any) => authorityResource.expiredTime,
      )
      expect(times).toEqual([null, Date.parse('2999-01-01T00:00:00Z'), null, null, null])
    })

    test.each([
      ['OWNER', [true, true, true, true, true]],
      ['ADMIN', [true, true, true, true, false]],
      ['USAGER', [false, false, true, false, false]],
    ])('says what an %s may do', async (role, may) => {
      const data = dataOf(await shop.ask(LIST, metric('revenue')))
      const { authorityResource } = data.find(
        // biome-ignore lint/suspicious/noExplicitAny: the tests look into what came back
        (one: any) => one.authorityResource.authorityRole === role,
      )
      const { canEdit, canDelete, canUsage, canAuth, canTransfer } = authorityResource
      expect([canEdit, canDelete, canUsage, canAuth, canTransfer]).toEqual(may)
    })

    test.each([
      ['DATASET', 'orders'],
      ['METRIC', 'order_count'],
      ['METRIC', 'M1'],
      ['DIMENSION', 'amount'],
      ['DIMENSION', 'D1'],
      ['DATASOURCE', 'local'],
    ])('lists a %s by its id %s', async (resourceType, resourceId) => {
      const found = await entries(shop, { resourceType, resourceId })
      expect(found).toEqual(expect.arrayContaining(THROUGH_TENANT))
    })

    test('lists a view, whose maker owns it', async () => {
      const view = { viewName: 'listed', displayName: 'Listed', metrics: ['revenue'] }
      expect((await shop.ask('analysisview/create', view, 'joe')).status).toBe(200)
      const body = { resourceType: 'ANALYSIS_VIEW', resourceId: 'listed' }
      expect(await entries(shop, body)).toEqual([
        'ann OWNER EXTEND from shop',
        'joe OWNER DIRECT',
        'joe USAGER EXTEND from shop',
        'max ADMIN EXTEND from shop',
      ])
    })

    test.each([
      ['DATASET', 'revenue'],
      ['METRIC', 'none'],
      ['METRIC', 'Revenue'],
      ['DIMENSION', 'metric_time'],
      ['ANALYSIS_VIEW', 'none'],
      ['DATASOURCE', 'none'],
      ['RESULT_PLAN', 'none'],
      ['WORKBOOK', 'none'],
    ])('answers 404 for the %s %s', async (resourceType, resourceId) => {
      expectRefusal(await shop.ask(LIST, { resourceType, resourceId }), {
        status: 404,
        code: 'PLATFORM_UNKNOWN_RESOURCE',
        path: 'resourceId',
      })
    })

    test('is for those who may use the resource', async () => {
      expect((await shop.ask(LIST, metric('revenue'), 'eve')).status).toBe(200)
      expectRefusal(await shop.ask(LIST, metric('order_count'), 'eve'), {
        status: 404,
        code: 'PLATFORM_UNKNOWN_RESOURCE',
      })
    })

    test('takes a resourceName, which may be null', async () => {
      for (const resourceName of ['Revenue', 'old name', '', null]) {
        expect(await entries(shop, { ...metric('revenue'), resourceName })).toHaveLength(4)
      }
    })

    test.each([
      ['resourceType', [...NOT_TEXT, '', 'VIEW', 'metric', 'CATEGORY', 'TENANT']],
      ['resourceId', [...NOT_TEXT, '', 'x'.repeat(257), 'a\0']],
      ['resourceName', [...NOT_TEXT.slice(1), 'x'.repeat(257)]],
    ])('refuses a wrong %s', async (name, values) => {
      const good = metric('revenue')
      for (const value of values) {
        const answer = await shop.ask(LIST, { ...good, [name]: value })
        expectRefusal(answer, { status: 400, path: name })
      }
      if (name === 'resourceName') return
      expectRefusal(await shop.ask(LIST, changed(good, [name])), { status: 400, path: name })
    })
  })
})
