import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  BY_DAY,
  BY_MONTH,
  backfill,
  ELSEWHERE,
  ended,
  instancesOf,
  ROWS,
  TOTALS,
} from './support/accelerated-shop.ts'
import { changed, dataOf, expectRefusal, NOT_TEXT } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const CREATE = 'accelerate/task/create'
const GOOD = { planId: BY_DAY, startTime: '2024-05-01', endTime: '2024-05-20' }

/** First and last partition of each instance of a new task. */
async function splitOf(shop: ServedShop, body: object): Promise<readonly string[]> {
  const { instances } = await instancesOf(shop, await backfill(shop, body), '&pageSize=1000')
  return instances.map(
    (one: Readonly<Record<string, string>>) => `${one.startPartition} to ${one.endPartition}`,
  )
}

onEachStore((shop) => {
  describe('createBackfill', () => {
    test('answers the dagName of a task that really runs', async () => {
      const dagName = await backfill(shop, { ...GOOD, dateIntervalOfLot: 7 })
      expect(dagName).toBeTypeOf('string')
      expect(dagName).toContain('by_day')
      const { instances } = await ended(shop, dagName)
      expect(instances.map(({ status }: { status: string }) => status)).toEqual([
        'SUCCESS',
        'SUCCESS',
        'SUCCESS',
      ])
    })

    test('splits the range by dateIntervalOfLot days, the last perhaps shorter', async () => {
      expect(await splitOf(shop, { ...GOOD, dateIntervalOfLot: 7 })).toEqual([
        '2024-05-01 to 2024-05-07',
        '2024-05-08 to 2024-05-14',
        '2024-05-15 to 2024-05-20',
      ])
    })

    test('makes one instance a day without dateIntervalOfLot, and with null', async () => {
      const range = { ...GOOD, endTime: '2024-05-03' }
      const days = ['01', '02', '03'].map((day) => `2024-05-${day} to 2024-05-${day}`)
      expect(await splitOf(shop, range)).toEqual(days)
      expect(await splitOf(shop, { ...range, dateIntervalOfLot: null })).toEqual(days)
    })

    test('makes one instance of a range that is shorter than a lot, and of a single day', async () => {
      const one = { ...GOOD, dateIntervalOfLot: 36_525 }
      expect(await splitOf(shop, one)).toEqual(['2024-05-01 to 2024-05-20'])
      const day = { ...GOOD, endTime: '2024-05-01', dateIntervalOfLot: 2 }
      expect(await splitOf(shop, day)).toEqual(['2024-05-01 to 2024-05-01'])
    })

    test('takes whole partitions of a plan by month, each once', async () => {
      const body = { planId: BY_MONTH, startTime: '2024-01-15', endTime: '2024-03-02' }
      expect(await splitOf(shop, body)).toEqual([
        '2024-01-01 to 2024-01-01',
        '2024-02-01 to 2024-02-01',
        '2024-03-01 to 2024-03-01',
      ])
      expect(await splitOf(shop, { ...body, dateIntervalOfLot: 31 })).toEqual([
        '2024-01-01 to 2024-02-01',
        '2024-03-01 to 2024-03-01',
      ])
    })

    test('refreshes a plan without partitions whole, by one instance', async () => {
      expect(await splitOf(shop, { ...GOOD, planId: TOTALS })).toEqual(['null to null'])
    })

    test('takes planName in place of planId', async () => {
      const { planId: _, ...range } = GOOD
      expect(await backfill(shop, { ...range, planName: 'order_rows' })).toContain('order_rows')
      expect(await backfill(shop, { ...range, planName: 'by_day', planId: null })).toContain(
        'by_day',
      )
    })

    test('gives every task another dagName', async () => {
      const day = { ...GOOD, endTime: GOOD.startTime }
      const names = await Promise.all(Array.from({ length: 20 }, () => backfill(shop, day)))
      expect(new Set(names).size).toBe(20)
    })

    test('ignores fields that it does not know', async () => {
      dataOf(await shop.ask(CREATE, { ...GOOD, endTime: GOOD.startTime, catchUp: true }))
    })

    test.each([
      ['both', { ...GOOD, planName: 'by_day' }, 'planName'],
      ['neither', { ...GOOD, planId: null }, 'planId'],
      ['neither, both left out', changed(GOOD, ['planId']), 'planId'],
    ])('refuses %s of planId and planName', async (_which, body, path) => {
      const expected = { status: 400, code: 'PLATFORM_INVALID_REQUEST', path }
      expectRefusal(await shop.ask(CREATE, body), expected)
    })

    test.each([
      [{ ...GOOD, planId: 'none' }, 'planId'],
      [{ ...GOOD, planId: BY_DAY.toUpperCase() }, 'planId'],
      [{ ...(changed(GOOD, ['planId']) as object), planName: 'by_dey' }, 'planName'],
    ])('refuses a plan that is not there: %j', async (body, path) => {
      expectRefusal(await shop.ask(CREATE, body), {
        status: 404,
        code: 'PLATFORM_UNKNOWN_PLAN',
        path,
      })
    })

    test('suggests the plan that was meant', async () => {
      const body = { startTime: '2024-05-01', endTime: '2024-05-01', planName: 'by_dey' }
      const { body: answer } = await shop.ask(CREATE, body)
      expect(answer.errorMsg).toContain('Did you mean by_day?')
    })

    test('refuses a start after the end', async () => {
      const body = { ...GOOD, startTime: '2024-05-21' }
      const expected = { status: 400, code: 'PLATFORM_INVALID_REQUEST', path: 'startTime' }
      expectRefusal(await shop.ask(CREATE, body), expected)
    })

    test.each(['startTime', 'endTime'])('refuses a %s that is no day', async (name) => {
      const wrong = [
        ...NOT_TEXT,
        '',
        '2024-02-30',
        '2023-02-29',
        '2024-13-01',
        '2024-05-1',
        '20240501',
        '2024-05-01 00:00:00',
        '2024-05-01T00:00:00',
        '0000-01-01',
        'today',
        '2024-05-01\0',
      ]
      for (const value of wrong) {
        expectRefusal(await shop.ask(CREATE, { ...GOOD, [name]: value }), {
          status: 400,
          path: name,
        })
      }
      expectRefusal(await shop.ask(CREATE, changed(GOOD, [name])), { status: 400, path: name })
    })

    test.each([0, -1, 1_000_000, 36_526, 1.5, '7', true, [], 1e300])(
      'refuses the dateIntervalOfLot %j',
      async (dateIntervalOfLot) => {
        const answer = await shop.ask(CREATE, { ...GOOD, dateIntervalOfLot })
        expectRefusal(answer, { status: 400, path: 'dateIntervalOfLot' })
      },
    )

    test('refuses more than 100,000 instances, and says what to do', async () => {
      const body = { ...GOOD, startTime: '1700-01-01', endTime: '2024-05-20' }
      const answer = await shop.ask(CREATE, body)
      expectRefusal(answer, { status: 400, code: 'PLATFORM_INVALID_REQUEST', path: 'endTime' })
      expect(answer.body.errorMsg).toContain('dateIntervalOfLot')
      const all = { ...GOOD, startTime: '0001-01-01', endTime: '9999-12-31' }
      expectRefusal(await shop.ask(CREATE, all), { status: 400, path: 'endTime' })
    })

    test('refuses a plan that somebody else fills', async () => {
      const expected = { status: 409, code: 'PLATFORM_PLAN_CONFLICT' }
      expectRefusal(await shop.ask(CREATE, { ...GOOD, planId: ELSEWHERE }), expected)
    })

    test.each([
      ['planId', [...NOT_TEXT.slice(1), '', 'x'.repeat(129)]],
      ['planName', [...NOT_TEXT.slice(1), '', 'x'.repeat(129)]],
    ])('refuses a wrong %s', async (name, values) => {
      for (const value of values) {
        const answer = await shop.ask(CREATE, { ...GOOD, [name]: value })
        expectRefusal(answer, { status: 400, path: name })
      }
    })

    test('lets an ADMIN backfill, and refuses a USAGER and an account without a right', async () => {
      const day = { ...GOOD, planId: ROWS, endTime: GOOD.startTime }
      await backfill(shop, day, 'max')
      expectRefusal(await shop.ask(CREATE, day, 'joe'), { status: 403, code: 'ACCESS_FORBIDDEN' })
      const unknown = { status: 404, code: 'PLATFORM_UNKNOWN_PLAN' }
      expectRefusal(await shop.ask(CREATE, day, 'eve'), unknown)
    })
  })
}, ACCELERATED)
