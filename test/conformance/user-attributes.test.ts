import { describe, expect, test } from 'vitest'
import { expectFields } from './support/fields.ts'
import { changed, dataOf, expectRefusal, NOT_TEXT, NOT_TEXTS } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const SAVE = 'userPropertyValue/save'
const DELETE = 'userPropertyValue/delete'
const LIST = 'userPropertyValue/list'

type Properties = Readonly<Record<string, string>>

const saving = (users: Readonly<Record<string, Properties>>) => ({
  identityType: 'USER_ACCOUNT',
  userPropertyRequests: Object.entries(users).map(([identityValue, properties]) => ({
    identityValue,
    properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
  })),
})

const deleting = (users: Readonly<Record<string, readonly string[]>>) => ({
  identityType: 'USER_ACCOUNT',
  items: Object.entries(users).map(([identityValue, propertyNames]) => ({
    identityValue,
    propertyNames,
  })),
})

/** What a user has, by name. */
async function attributesOf(shop: ServedShop, user: string): Promise<Properties> {
  const body = { identityType: 'USER_ACCOUNT', identityValues: [user] }
  const [found] = dataOf(await shop.ask(LIST, body))
  return Object.fromEntries(
    found.properties.map(({ name, value }: { name: string; value: string }) => [name, value]),
  )
}

onEachStore((shop) => {
  describe('saveUserAttributes', () => {
    test('answers true in the envelope', async () => {
      expect(dataOf(await shop.ask(SAVE, saving({ ann: { region: 'east' } })))).toBe(true)
    })

    test.each(['USER_ID', 'USER_ACCOUNT'])('takes users by %s', async (identityType) => {
      const body = { ...saving({ max: { by: identityType } }), identityType }
      expect(dataOf(await shop.ask(SAVE, body))).toBe(true)
      expect((await attributesOf(shop, 'max')).by).toBe(identityType)
    })

    test('overwrites the same name of the same user', async () => {
      await shop.ask(SAVE, saving({ joe: { region: 'east', team: 'a' }, eve: { region: 'east' } }))
      await shop.ask(SAVE, saving({ joe: { region: 'west' } }))
      expect(await attributesOf(shop, 'joe')).toMatchObject({ region: 'west', team: 'a' })
      expect(await attributesOf(shop, 'eve')).toEqual({ region: 'east' })
    })

    test('adds another name', async () => {
      await shop.ask(SAVE, saving({ joe: { level: '1' } }))
      expect(await attributesOf(shop, 'joe')).toMatchObject({ region: 'west', level: '1' })
    })

    test('keeps the last value of a name that stands twice', async () => {
      const properties = [
        { name: 'twice', value: '1' },
        { name: 'twice', value: '2' },
      ]
      const userPropertyRequests = [
        { identityValue: 'joe', properties },
        { identityValue: 'joe', properties: [{ name: 'again', value: '1' }] },
        { identityValue: 'joe', properties: [{ name: 'again', value: '2' }] },
      ]
      dataOf(await shop.ask(SAVE, { identityType: 'USER_ID', userPropertyRequests }))
      expect(await attributesOf(shop, 'joe')).toMatchObject({ twice: '2', again: '2' })
    })

    test('keeps every character of a name and a value, and an empty value', async () => {
      const value = 'a\n\t"\'`; drop table user_attribute; -- 日本語 😀 \\u0000 {{x}} %s'
      await shop.ask(SAVE, saving({ eve: { [value.slice(0, 100)]: value, empty: '' } }))
      expect(await attributesOf(shop, 'eve')).toMatchObject({
        [value.slice(0, 100)]: value,
        empty: '',
      })
    })

    test('saves all or nothing', async () => {
      const before = await attributesOf(shop, 'joe')
      const body = saving({ joe: { region: 'north' }, nobody: { region: 'north' } })
      expectRefusal(await shop.ask(SAVE, body), {
        status: 404,
        code: 'PLATFORM_UNKNOWN_USER',
        path: 'userPropertyRequests[1].identityValue',
      })
      expect(await attributesOf(shop, 'joe')).toEqual(before)
    })

    test('saves a batch of ten thousand, and refuses a larger one', async () => {
      const batch = (count: number) => ({
        identityType: 'USER_ID',
        userPropertyRequests: [
          {
            identityValue: 'max',
            properties: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, value: 'x' })),
          },
        ],
      })
      dataOf(await shop.ask(SAVE, batch(10_000)))
      expect(Object.keys(await attributesOf(shop, 'max')).length).toBeGreaterThanOrEqual(10_000)
      expectRefusal(await shop.ask(SAVE, batch(10_001)), {
        status: 400,
        path: 'userPropertyRequests[0].properties',
      })
      const names = Array.from({ length: 10_000 }, (_, i) => `n${i}`)
      dataOf(await shop.ask(DELETE, deleting({ max: names })))
    })

    test('lets an ADMIN save, and refuses a USAGER', async () => {
      dataOf(await shop.ask(SAVE, saving({ max: { a: '1' } }), 'max'))
      expectRefusal(await shop.ask(SAVE, saving({ joe: { a: '1' } }), 'joe'), {
        status: 403,
        code: 'ACCESS_FORBIDDEN',
      })
    })

    test('keeps what it saved over a restart', async () => {
      await shop.ask(SAVE, saving({ ann: { kept: 'yes' } }))
      await shop.restart()
      expect((await attributesOf(shop, 'ann')).kept).toBe('yes')
    })

    const good = saving({ ann: { bad: 'x' } })
    const user = ['userPropertyRequests', 0]
    const property = [...user, 'properties', 0]
    test.each([
      [['identityType'], [...NOT_TEXT, '', 'USER', 'user_id', 'USER_ID ']],
      [['userPropertyRequests'], [null, 5, 'a', {}, [], [null], ['a'], [[]]]],
      [
        [...user, 'identityValue'],
        [...NOT_TEXT, '', 'x'.repeat(129)],
      ],
      [
        [...user, 'properties'],
        [null, 5, 'a', {}, [], [null], ['a']],
      ],
      [
        [...property, 'name'],
        [...NOT_TEXT, '', 'x'.repeat(129), 'a\0'],
      ],
      [
        [...property, 'value'],
        [...NOT_TEXT, 'x'.repeat(4_097), 'a\0', '\uD800'],
      ],
    ])('refuses a wrong or missing %j', async (path, values) => {
      for (const body of [changed(good, path), ...values.map((one) => changed(good, path, one))]) {
        expectRefusal(await shop.ask(SAVE, body), { status: 400, path: String(path[0]) })
      }
      expect(await attributesOf(shop, 'ann')).not.toHaveProperty('bad')
    })
  })

  describe('deleteUserAttributes', () => {
    test('deletes the names given and no others, and answers true', async () => {
      await shop.ask(SAVE, saving({ joe: { a: '1', b: '2' }, eve: { a: '1' } }))
      expect(dataOf(await shop.ask(DELETE, deleting({ joe: ['a', 'A'] })))).toBe(true)
      expect(await attributesOf(shop, 'joe')).toMatchObject({ b: '2' })
      expect(await attributesOf(shop, 'joe')).not.toHaveProperty('a')
      expect(await attributesOf(shop, 'eve')).toHaveProperty('a')
    })

    test.each(['USER_ID', 'USER_ACCOUNT'])('takes users by %s', async (identityType) => {
      await shop.ask(SAVE, saving({ joe: { gone: '1' } }))
      dataOf(await shop.ask(DELETE, { ...deleting({ joe: ['gone'] }), identityType }))
      expect(await attributesOf(shop, 'joe')).not.toHaveProperty('gone')
    })

    test('takes a name twice, and a name that the user does not have', async () => {
      expect(dataOf(await shop.ask(DELETE, deleting({ joe: ['never', 'b', 'b'] })))).toBe(true)
    })

    test('deletes all or nothing', async () => {
      await shop.ask(SAVE, saving({ joe: { a: '1' } }))
      expectRefusal(await shop.ask(DELETE, deleting({ joe: ['a'], nobody: ['a'] })), {
        status: 404,
        code: 'PLATFORM_UNKNOWN_USER',
        path: 'items[1].identityValue',
      })
      expect(await attributesOf(shop, 'joe')).toHaveProperty('a')
    })

    test('lets an ADMIN delete, and refuses a USAGER', async () => {
      dataOf(await shop.ask(DELETE, deleting({ max: ['a'] }), 'max'))
      expectRefusal(await shop.ask(DELETE, deleting({ joe: ['a'] }), 'joe'), { status: 403 })
    })

    const good = deleting({ ann: ['kept'] })
    test.each([
      [['identityType'], [...NOT_TEXT, '', 'ACCOUNT']],
      [['items'], [null, 5, 'a', {}, [], [null], ['a']]],
      [
        ['items', 0, 'identityValue'],
        [...NOT_TEXT, '', 'x'.repeat(129), '\0'],
      ],
      [
        ['items', 0, 'propertyNames'],
        [...NOT_TEXTS, null, [], [''], ['x'.repeat(129)], ['\0']],
      ],
      [['items', 0, 'propertyNames'], [Array.from({ length: 10_001 }, () => 'kept')]],
    ])('refuses a wrong or missing %j', async (path, values) => {
      for (const body of [changed(good, path), ...values.map((one) => changed(good, path, one))]) {
        expectRefusal(await shop.ask(DELETE, body), { status: 400, path: String(path[0]) })
      }
      expect(await attributesOf(shop, 'ann')).toHaveProperty('kept')
    })
  })

  describe('userAttributes', () => {
    test('answers each user once, in the order asked, with names and values', async () => {
      await shop.ask(SAVE, saving({ joe: { b: '2', a: '1' } }))
      const identityValues = ['joe', 'nobody', 'joe']
      const body = { identityType: 'USER_ACCOUNT', identityValues, propertyNames: ['a', 'b'] }
      const data = dataOf(await shop.ask(LIST, body))
      for (const user of data) {
        expectFields(user, { identityValue: 'string', properties: 'array' })
        for (const one of user.properties) expectFields(one, { name: 'string', value: 'string' })
      }
      const properties = [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ]
      expect(data).toEqual([
        { identityValue: 'joe', properties },
        { identityValue: 'nobody', properties: [] },
      ])
    })

    test.each(['USER_ID', 'USER_ACCOUNT'])('takes users by %s', async (identityType) => {
      const body = { identityType, identityValues: ['ann'], propertyNames: ['kept'] }
      expect(dataOf(await shop.ask(LIST, body))[0].properties).toHaveLength(1)
    })

    test('restricts the attributes to propertyNames; none, null or absent are all', async () => {
      const ask = async (more: object) => {
        const body = { identityType: 'USER_ID', identityValues: ['joe'], ...more }
        const [{ properties }] = dataOf(await shop.ask(LIST, body))
        return properties.map(({ name }: { name: string }) => name)
      }
      const all = await ask({})
      expect(all.length).toBeGreaterThan(2)
      expect(await ask({ propertyNames: null })).toEqual(all)
      expect(await ask({ propertyNames: [] })).toEqual(all)
      expect(await ask({ propertyNames: ['b', 'b', 'none'] })).toEqual(['b'])
      expect(await ask({ propertyNames: ['none'] })).toEqual([])
    })

    test('lets everybody ask for themselves, and an ADMIN for others', async () => {
      const body = (...identityValues: string[]) => ({ identityType: 'USER_ID', identityValues })
      dataOf(await shop.ask(LIST, body('joe'), 'joe'))
      dataOf(await shop.ask(LIST, body('joe', 'ann'), 'max'))
      expectRefusal(await shop.ask(LIST, body('joe', 'ann'), 'joe'), { status: 403 })
    })

    const good = { identityType: 'USER_ID', identityValues: ['ann'], propertyNames: ['kept'] }
    test.each([
      [['identityType'], [...NOT_TEXT, '', 'UID']],
      [['identityValues'], [...NOT_TEXTS, null, [], [''], ['x'.repeat(129)], ['\0']]],
      [['identityValues'], [Array.from({ length: 10_001 }, () => 'ann')]],
    ])('refuses a wrong or missing %j', async (path, values) => {
      for (const body of [changed(good, path), ...values.map((one) => changed(good, path, one))]) {
        expectRefusal(await shop.ask(LIST, body), { status: 400, path: path[0]! })
      }
    })

    test('refuses wrong propertyNames', async () => {
      const many = Array.from({ length: 1_001 }, () => 'kept')
      const wrong = [...NOT_TEXTS, [''], ['x'.repeat(129)], ['\0'], many]
      for (const propertyNames of wrong) {
        expectRefusal(await shop.ask(LIST, { ...good, propertyNames }), {
          status: 400,
          path: 'propertyNames',
        })
      }
    })
  })
})
