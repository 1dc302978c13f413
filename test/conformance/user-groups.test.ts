import { describe, expect, test } from 'vitest'
import { expectFields } from './support/fields.ts'
import { changed, dataOf, expectRefusal, NOT_TEXT, NOT_TEXTS } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const LIST = 'userGroup/list'
const MOVE = 'userGroup/move'

const FIRST_PAGE = { pageNumber: 1, pageSize: 100 }

/** The groups as they stand: code, parent and front. */
async function tree(shop: ServedShop): Promise<readonly string[]> {
  const { list } = dataOf(await shop.ask(LIST, FIRST_PAGE))
  return list.map(
    (one: Readonly<Record<string, string | null>>) =>
      `${one.groupCode} under ${one.parentGroupId} after ${one.frontGroupId}`,
  )
}

const AS_APPLIED = [
  'ops under -1 after null',
  'ops_east under g1 after null',
  'ops_west under g1 after g2',
  'planning under -1 after g1',
]

const byCode = (value: string, parentGroupId: string, frontGroupId?: string | null) => ({
  groupIdentityType: 'USER_GROUP_CODE',
  value,
  parentGroupId,
  ...(frontGroupId === undefined ? {} : { frontGroupId }),
})

onEachStore((shop) => {
  describe('userGroups', () => {
    test('answers a page of groups in the order of the tree', async () => {
      const data = dataOf(await shop.ask(LIST, FIRST_PAGE))
      expectFields(data, {
        total: 'integer',
        pageNumber: 'integer',
        pageSize: 'integer',
        list: 'array',
      })
      for (const group of data.list) {
        expectFields(group, {
          groupId: 'string',
          groupCode: 'string',
          groupName: 'string',
          parentGroupId: 'string',
          frontGroupId: 'string|null',
        })
      }
      expect(data).toMatchObject({ total: 4, ...FIRST_PAGE })
      expect(data.list[1]).toEqual({
        groupId: 'g2',
        groupCode: 'ops_east',
        groupName: 'Operations east',
        parentGroupId: 'g1',
        frontGroupId: null,
      })
      expect(await tree(shop)).toEqual(AS_APPLIED)
    })

    const codes = async (query: object, account?: string) => {
      const answer = await shop.ask(LIST, { ...FIRST_PAGE, ...query }, account)
      return dataOf(answer).list.map(({ groupCode }: { groupCode: string }) => groupCode)
    }

    test('pages from 1, and counts what is on all pages', async () => {
      const page = async (pageNumber: number) =>
        dataOf(await shop.ask(LIST, { pageNumber, pageSize: 3 }))
      expect((await page(1)).list).toHaveLength(3)
      expect((await page(2)).list).toHaveLength(1)
      expect(await page(3)).toEqual({ total: 4, pageNumber: 3, pageSize: 3, list: [] })
    })

    test('finds a keyword in codes and names, whatever the case', async () => {
      expect(await codes({ keyword: 'S_W' })).toEqual(['ops_west'])
      expect(await codes({ keyword: 'operations EAST' })).toEqual(['ops_east'])
      expect(await codes({ keyword: '_' })).toEqual(['ops_east', 'ops_west'])
      for (const nothing of ['%', "' or 1=1 --", 'Ops*']) {
        expect(await codes({ keyword: nothing })).toEqual([])
      }
      expect(await codes({ keyword: '' })).toHaveLength(4)
      expect(await codes({ keyword: null })).toHaveLength(4)
    })

    test('finds groups by id and by code', async () => {
      const groupIds = ['g3', 'ops', 'none', 'g3']
      const find = (groupIdentityType: string) => codes({ groupIdentityType, groupIds })
      expect(await find('USER_GROUP_ID')).toEqual(['ops_west'])
      expect(await find('USER_GROUP_CODE')).toEqual(['ops'])
    })

    test('needs groupIdentityType when groupIds is not empty', async () => {
      for (const more of [{}, { groupIdentityType: null }]) {
        const body = { ...FIRST_PAGE, groupIds: ['g1'], ...more }
        expectRefusal(await shop.ask(LIST, body), { status: 400, path: 'groupIdentityType' })
      }
      expect(await codes({ groupIds: [] })).toHaveLength(4)
      expect(await codes({ groupIds: null })).toHaveLength(4)
    })

    test('is open to every account of the tenant', async () => {
      expect(await codes({}, 'joe')).toHaveLength(4)
    })

    test.each([
      ['keyword', [...NOT_TEXT.slice(1), 'x'.repeat(129)]],
      ['groupIdentityType', [...NOT_TEXT.slice(1), '', 'CODE', 'user_group_id']],
      ['groupIds', [...NOT_TEXTS, [''], ['x'.repeat(129)]]],
      ['groupIds', [Array.from({ length: 10_001 }, () => 'g1')]],
      ['pageNumber', [undefined, null, '1', 0, -1, 1.5, true, [], 1e300]],
      ['pageSize', [undefined, null, '1', 0, -1, 1.5, true, [], 1_001]],
    ])('refuses a wrong %s', async (name, values) => {
      const good = { ...FIRST_PAGE, groupIdentityType: 'USER_GROUP_ID', groupIds: ['g1'] }
      for (const value of values) {
        const body = value === undefined ? changed(good, [name]) : { ...good, [name]: value }
        expectRefusal(await shop.ask(LIST, body), { status: 400, path: name })
      }
    })

    test('takes ten thousand ids', async () => {
      const groupIds = Array.from({ length: 10_000 }, (_, i) => `g${i}`)
      expect(await codes({ groupIdentityType: 'USER_GROUP_ID', groupIds })).toHaveLength(4)
    })
  })

  describe('moveUserGroup', () => {
    test('answers true, and puts a group behind its front', async () => {
      expect(dataOf(await shop.ask(MOVE, byCode('ops_east', 'ops', 'ops_west')))).toBe(true)
      expect(await tree(shop)).toEqual([
        'ops under -1 after null',
        'ops_west under g1 after null',
        'ops_east under g1 after g3',
        'planning under -1 after g1',
      ])
    })

    test('puts a group first where no front is given', async () => {
      await shop.ask(MOVE, byCode('ops_east', 'ops'))
      expect(await tree(shop)).toEqual(AS_APPLIED)
      await shop.ask(MOVE, byCode('ops_west', 'ops', null))
      expect((await tree(shop))[1]).toBe('ops_west under g1 after null')
      await shop.ask(MOVE, byCode('ops_east', 'ops'))
    })

    test('takes all below the group along, and takes -1 for the top', async () => {
      await shop.ask(MOVE, byCode('ops', 'planning'))
      expect(await tree(shop)).toEqual([
        'planning under -1 after null',
        'ops under g4 after null',
        'ops_east under g1 after null',
        'ops_west under g1 after g2',
      ])
      await shop.ask(MOVE, byCode('ops', '-1'))
      expect(await tree(shop)).toEqual(AS_APPLIED)
    })

    test('accepts ids with USER_GROUP_ID', async () => {
      const move = (value: string, parentGroupId: string, frontGroupId: string | null) =>
        shop.ask(MOVE, { groupIdentityType: 'USER_GROUP_ID', value, parentGroupId, frontGroupId })
      dataOf(await move('g2', 'g4', null))
      expect(await tree(shop)).toContain('ops_east under g4 after null')
      dataOf(await move('g2', 'g1', null))
      expectRefusal(await move('ops_east', 'g1', null), { status: 404, path: 'value' })
    })

    test.each([
      ['under itself', byCode('ops', 'ops'), 'parentGroupId'],
      ['under a descendant', byCode('ops', 'ops_west'), 'parentGroupId'],
      ['after itself', byCode('ops_east', 'ops', 'ops_east'), 'frontGroupId'],
      ['after a child of another parent', byCode('ops_east', 'ops', 'planning'), 'frontGroupId'],
    ])('refuses to move a group %s with 409', async (_where, body, path) => {
      expectRefusal(await shop.ask(MOVE, body), {
        status: 409,
        code: 'PLATFORM_GROUP_CONFLICT',
        path,
      })
      expect(await tree(shop)).toEqual(AS_APPLIED)
    })

    test.each([
      ['value', byCode('none', 'ops')],
      ['value', byCode('-1', 'ops')],
      ['parentGroupId', byCode('ops_east', 'none')],
      ['frontGroupId', byCode('ops_east', 'ops', 'none')],
      ['frontGroupId', byCode('ops_east', '-1', '-1')],
    ])('refuses an unknown %s with 404', async (path, body) => {
      const expected = { status: 404, code: 'PLATFORM_UNKNOWN_GROUP', path }
      expectRefusal(await shop.ask(MOVE, body), expected)
      expect(await tree(shop)).toEqual(AS_APPLIED)
    })

    test('lets an ADMIN move, and refuses a USAGER', async () => {
      dataOf(await shop.ask(MOVE, byCode('ops_east', 'ops'), 'max'))
      expectRefusal(await shop.ask(MOVE, byCode('ops_east', 'ops'), 'joe'), {
        status: 403,
        code: 'ACCESS_FORBIDDEN',
      })
    })

    test.each([
      ['groupIdentityType', [...NOT_TEXT, '', 'GROUP']],
      ['value', [...NOT_TEXT, '', 'x'.repeat(129), 'a\0']],
      ['parentGroupId', [...NOT_TEXT, '', 'x'.repeat(129), '\uD800']],
      ['frontGroupId', [...NOT_TEXT.slice(1), '', 'x'.repeat(129), '\0']],
    ])('refuses a wrong %s', async (name, values) => {
      const good = byCode('ops_east', 'ops', 'ops_west')
      for (const value of values) {
        const body = { ...good, [name]: value }
        expectRefusal(await shop.ask(MOVE, body), { status: 400, path: name })
      }
      if (name !== 'frontGroupId') {
        expectRefusal(await shop.ask(MOVE, changed(good, [name])), { status: 400, path: name })
      }
      expect(await tree(shop)).toEqual(AS_APPLIED)
    })

    test('keeps the order over a restart', async () => {
      await shop.ask(MOVE, byCode('ops_west', '-1', 'ops'))
      const before = await tree(shop)
      expect(before).toContain('ops_west under -1 after g1')
      await shop.restart()
      expect(await tree(shop)).toEqual(before)
    })
  })
})
