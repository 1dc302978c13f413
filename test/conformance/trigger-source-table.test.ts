import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ACCELERATED, BY_DAY, ORDERS_TABLE, ROWS, TOTALS } from './support/accelerated-shop.ts'
import { changed, dataOf, expectRefusal, NOT_TEXT, NOT_TEXTS } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const TIMES = 'scheduler/task/triggerTableTaskInstanceByScheduleTime'
const RANGE = 'scheduler/task/triggerTableTaskInstanceByScheduleTimeRange'
const TABLE = { tableName: ORDERS_TABLE, tenantId: 'shop' }
const AT_TIMES = { ...TABLE, scheduleTimes: ['2024-05-04 00:00:00'] }
const IN_RANGE = { ...TABLE, startTime: '2024-05-04 00:00:00', endTime: '2024-05-04 03:00:00' }

/** The partitions of a plan, the newest first; null for a table that is written whole. */
async function partitionsOf(shop: ServedShop, uuid: string): Promise<readonly string[] | null> {
  const query = `uuid=${uuid}&pageNumber=1&pageSize=1000`
  const { body } = await shop.ask(`accelerate/plan/queryMtPartitionList?${query}`)
  return body.partition?.paritionList.map(({ value }: { value: string }) => value) ?? null
}

/** The last instance of a plan; null when it has none. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
async function latestOf(shop: ServedShop, planId: string): Promise<any> {
  return dataOf(await shop.ask(`accelerate/detail/query?planId=${planId}`)).latestTaskDetail
}

/** Waits until the last instance of a plan has come to its end, other than at `before`; gives it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
async function latestEnded(shop: ServedShop, planId: string, before: unknown): Promise<any> {
  for (;;) {
    const latest = await latestOf(shop, planId)
    const isOver = latest?.taskStatus === 'SUCCESS' || latest?.taskStatus === 'FAILED'
    if (isOver && JSON.stringify(latest) !== JSON.stringify(before)) return latest
    await setTimeout(20)
  }
}

onEachStore((shop) => {
  describe('triggerSourceTable', () => {
    test('answers true, and what depends on the table follows', async () => {
      expect(dataOf(await shop.ask(TIMES, AT_TIMES))).toBe(true)
      for (const planId of [BY_DAY, ROWS, TOTALS]) {
        expect(await latestEnded(shop, planId, null)).toMatchObject({ taskStatus: 'SUCCESS' })
      }
      expect(await partitionsOf(shop, BY_DAY)).toEqual(['2024-05-03', '2024-05-02', '2024-05-01'])
      expect(await partitionsOf(shop, ROWS)).toEqual(['2024-05-03'])
      expect(await partitionsOf(shop, TOTALS)).toBeNull()
    })

    test('reruns the instances that there are already', async () => {
      dataOf(await shop.ask(TIMES, AT_TIMES))
      const before = await latestEnded(shop, BY_DAY, null)
      await setTimeout(1_100)
      dataOf(await shop.ask(TIMES, AT_TIMES))
      const after = await latestEnded(shop, BY_DAY, before)
      expect(after).toMatchObject({ taskId: before.taskId, taskStatus: 'SUCCESS' })
      expect(after.startTime > before.startTime).toBe(true)
    })

    test('takes several times at once, twice the same too', async () => {
      const days = ['2024-05-08 00:00:00', '2024-05-12 00:00:00', '2024-05-08 00:00:00']
      const before = await latestOf(shop, ROWS)
      dataOf(await shop.ask(TIMES, { ...TABLE, scheduleTimes: days }))
      await latestEnded(shop, ROWS, before)
      while ((await partitionsOf(shop, ROWS))!.length < 3) await setTimeout(20)
      expect(await partitionsOf(shop, ROWS)).toEqual(['2024-05-11', '2024-05-07', '2024-05-03'])
    })

    test('takes a time that is not on the schedule', async () => {
      const before = await latestOf(shop, ROWS)
      dataOf(await shop.ask(TIMES, { ...TABLE, scheduleTimes: ['2024-05-15 13:17:05'] }))
      await latestEnded(shop, ROWS, before)
      while (!(await partitionsOf(shop, ROWS))!.includes('2024-05-14')) await setTimeout(20)
    })

    test.each([
      '',
      'soon',
      '2024-05-04',
      '2024-05-04T00:00:00',
      '2024-05-04 00:00',
      '2024-05-04 24:00:00',
      '2024-02-30 00:00:00',
      '2024-05-04 00:00:00Z',
      '2024-05-04 00:00:00\0',
      '2024-03-31 02:30:00',
    ])('refuses the schedule time %j, and triggers none of the others', async (wrong) => {
      const before = await partitionsOf(shop, ROWS)
      const scheduleTimes = ['2024-05-18 00:00:00', wrong]
      const answer = await shop.ask(TIMES, { ...TABLE, scheduleTimes })
      expectRefusal(answer, { status: 400, path: 'scheduleTimes[1]' })
      expect(await partitionsOf(shop, ROWS)).toEqual(before)
    })

    test.each([
      ['tableName', [...NOT_TEXT, '', 'x'.repeat(513)]],
      ['tenantId', [...NOT_TEXT, '', 'x'.repeat(33)]],
      ['scheduleTimes', [...NOT_TEXTS, null, [], Array(1_001).fill('2024-05-04 00:00:00')]],
    ])('refuses a wrong %s', async (name, values) => {
      for (const value of values) {
        const answer = await shop.ask(TIMES, { ...AT_TIMES, [name]: value })
        expectRefusal(answer, { status: 400, path: name })
      }
      expectRefusal(await shop.ask(TIMES, changed(AT_TIMES, [name])), { status: 400, path: name })
    })
  })

  describe('source tables', () => {
    const LIST = 'scheduler/source/list'
    const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

    test('are listed with their schedule and their newest instance', async () => {
      const { items, cursor } = dataOf(await shop.ask(LIST))
      expect(cursor).toBeNull()
      expect(items.map(({ tableName }: { tableName: string }) => tableName)).toEqual([
        'local.files.fragile_csv',
        ORDERS_TABLE,
      ])
      const next = expect.stringMatching(TIME)
      expect(items[0]).toMatchObject({ cron: '0 0 * * *', next, last: null, status: null })
      expect(items[1]).toMatchObject({ cron: '0 * * * *', next, status: 'SUCCESS' })
      expect(items[1].last).toBe('2024-05-15T13:17:05')
    })

    test('are there for who may use a dataset that reads them, page by page', async () => {
      const { items } = dataOf(await shop.ask(LIST, undefined, 'joe'))
      const first = dataOf(await shop.ask(`${LIST}?limit=1`, undefined, 'joe'))
      const second = dataOf(await shop.ask(`${LIST}?limit=1&cursor=${first.cursor}`))
      expect([...first.items, ...second.items]).toEqual(items)
      expect(dataOf(await shop.ask(LIST, undefined, 'eve')).items).toEqual(first.items)
    })

    test.each(['limit=0', 'limit=1001', 'cursor=x'])('refuse %s', async (query) => {
      const path = query.split('=', 1)[0]!
      expectRefusal(await shop.ask(`${LIST}?${query}`), { status: 400, path })
    })
  })

  describe('triggerSourceTableRange', () => {
    test('answers true, and triggers every time of the schedule in the range', async () => {
      const range = { startTime: '2024-05-20 22:30:00', endTime: '2024-05-21 00:00:00' }
      const before = await latestOf(shop, ROWS)
      expect(dataOf(await shop.ask(RANGE, { ...TABLE, ...range }))).toBe(true)
      await latestEnded(shop, ROWS, before)
      const wanted = ['2024-05-20', '2024-05-19']
      while (!(await partitionsOf(shop, ROWS))!.includes(wanted[0]!)) await setTimeout(20)
      while (!(await partitionsOf(shop, ROWS))!.includes(wanted[1]!)) await setTimeout(20)
    })

    test('answers true for a range in which there is none', async () => {
      const between = { startTime: '2024-05-04 00:10:00', endTime: '2024-05-04 00:50:00' }
      expect(dataOf(await shop.ask(RANGE, { ...TABLE, ...between }))).toBe(true)
    })

    test('refuses a start after the end', async () => {
      const body = { ...IN_RANGE, startTime: '2024-05-04 03:00:01' }
      const expected = { status: 400, code: 'PLATFORM_INVALID_REQUEST', path: 'startTime' }
      expectRefusal(await shop.ask(RANGE, body), expected)
    })

    test('refuses a range with more than 1,000 times, and says so', async () => {
      for (const startTime of ['2024-01-01 00:00:00', '1000-01-01 00:00:00']) {
        const answer = await shop.ask(RANGE, { ...IN_RANGE, startTime })
        expectRefusal(answer, { status: 400, code: 'PLATFORM_INVALID_REQUEST', path: 'endTime' })
      }
    })

    test.each(['startTime', 'endTime'])('refuses a wrong %s', async (name) => {
      for (const value of [...NOT_TEXT, '', '2024-05-04', '2024-02-30 00:00:00', 'now']) {
        const answer = await shop.ask(RANGE, { ...IN_RANGE, [name]: value })
        expectRefusal(answer, { status: 400, path: name })
      }
      expectRefusal(await shop.ask(RANGE, changed(IN_RANGE, [name])), { status: 400, path: name })
    })
  })

  describe.each([
    ['triggerSourceTable', TIMES, AT_TIMES],
    ['triggerSourceTableRange', RANGE, IN_RANGE],
  ])('%s', (_name, path, body) => {
    test.each(['local.files.elsewhere_csv', 'local.files.none_csv', 'orders', 'a.b.c.d', '%'])(
      'refuses the table %j, which is no source table',
      async (tableName) => {
        const expected = { status: 404, code: 'PLATFORM_UNKNOWN_SOURCE_TABLE', path: 'tableName' }
        expectRefusal(await shop.ask(path, { ...body, tableName }), expected)
      },
    )

    test.each(['local.files.order_csv', 'local.files.orders.csv', 'orders'])(
      'suggests the table that was meant by %s',
      async (tableName) => {
        const { body: answer } = await shop.ask(path, { ...body, tableName })
        expect(answer.errorMsg).toContain(`Did you mean ${ORDERS_TABLE}`)
      },
    )

    test('refuses a tenantId that is not that of the header', async () => {
      const expected = { status: 400, code: 'PLATFORM_INVALID_REQUEST', path: 'tenantId' }
      expectRefusal(await shop.ask(path, { ...body, tenantId: 'other' }), expected)
    })

    test('lets an ADMIN trigger, and refuses a USAGER and an account without a right', async () => {
      dataOf(await shop.ask(path, body, 'max'))
      const forbidden = { status: 403, code: 'ACCESS_FORBIDDEN' }
      expectRefusal(await shop.ask(path, body, 'joe'), forbidden)
      const unknown = { status: 404, code: 'PLATFORM_UNKNOWN_SOURCE_TABLE' }
      expectRefusal(await shop.ask(path, body, 'eve'), unknown)
    })

    test('lets somebody trigger who may manage the dataset and nothing after it', async () => {
      const fragile = { ...body, tableName: 'local.files.fragile_csv' }
      expect(dataOf(await shop.ask(path, fragile, 'eve'))).toBe(true)
    })
  })
}, ACCELERATED)
