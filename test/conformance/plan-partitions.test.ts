import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  BY_DAY,
  BY_MONTH,
  backfill,
  DAYS_WITH_ORDERS,
  ELSEWHERE,
  ended,
  TOTALS,
} from './support/accelerated-shop.ts'
import { expectFields } from './support/fields.ts'
import { expectRefusal } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const PARTITIONS = 'accelerate/plan/queryMtPartitionList'
const ALL = {
  planId: BY_DAY,
  startTime: '2024-05-01',
  endTime: '2024-05-20',
  dateIntervalOfLot: 7,
}

/** The answer of planPartitions. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
async function partitionsOf(shop: ServedShop, uuid: string, page = 1, size = 1_000): Promise<any> {
  const query = `uuid=${uuid}&pageNumber=${page}&pageSize=${size}`
  const { status, body } = await shop.ask(`${PARTITIONS}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
const valuesOf = ({ partition }: any): readonly string[] =>
  partition.paritionList.map(({ value }: { value: string }) => value)

onEachStore((shop) => {
  describe('planPartitions', () => {
    test('knows of no partition before one was written', async () => {
      expect(await partitionsOf(shop, BY_DAY, 1, 10)).toEqual({
        isPartition: true,
        hasData: false,
        partition: { paritionList: [], hasNext: false, total: 0, pageNumber: 1, pageSize: 10 },
      })
    })

    test('answers the fields of the specification, without an envelope', async () => {
      await ended(shop, await backfill(shop, ALL))
      const answer = await partitionsOf(shop, BY_DAY)
      expectFields(answer, { isPartition: 'boolean', hasData: 'boolean', partition: 'object' })
      expectFields(answer.partition, {
        paritionList: 'array',
        hasNext: 'boolean',
        total: 'integer',
        pageNumber: 'integer',
        pageSize: 'integer',
      })
      for (const one of answer.partition.paritionList) expectFields(one, { value: 'string' })
      expect(answer).toMatchObject({ isPartition: true, hasData: true })
    })

    test('lists the days with data, the newest first', async () => {
      await ended(shop, await backfill(shop, ALL))
      expect(valuesOf(await partitionsOf(shop, BY_DAY))).toEqual(DAYS_WITH_ORDERS)
    })

    test('pages from 1, and says whether there is a next page', async () => {
      await ended(shop, await backfill(shop, ALL))
      const page = (number: number) => partitionsOf(shop, BY_DAY, number, 8)
      const pages = [await page(1), await page(2), await page(3), await page(4)]
      expect(pages.flatMap(valuesOf)).toEqual(DAYS_WITH_ORDERS)
      expect(pages.map(({ partition }) => partition.hasNext)).toEqual([true, true, false, false])
      for (const [i, { partition }] of pages.entries()) {
        expect(partition).toMatchObject({ total: 19, pageNumber: i + 1, pageSize: 8 })
      }
      expect((await partitionsOf(shop, BY_DAY, 1, 19)).partition.hasNext).toBe(false)
    })

    test('lists a partition once that was refreshed twice', async () => {
      const one = { ...ALL, endTime: '2024-05-02' }
      await ended(shop, await backfill(shop, one))
      const before = await partitionsOf(shop, BY_DAY)
      await ended(shop, await backfill(shop, one))
      expect(await partitionsOf(shop, BY_DAY)).toEqual(before)
    })

    test('calls a partition by month its first day', async () => {
      await ended(shop, await backfill(shop, { ...ALL, planId: BY_MONTH }))
      expect(valuesOf(await partitionsOf(shop, BY_MONTH))).toEqual(['2024-05-01'])
    })

    test('has no partition for a table that is written whole', async () => {
      const empty = { isPartition: false, hasData: false, partition: null }
      expect(await partitionsOf(shop, TOTALS)).toEqual(empty)
      await ended(shop, await backfill(shop, { ...ALL, planId: TOTALS }))
      expect(await partitionsOf(shop, TOTALS)).toEqual({ ...empty, hasData: true })
    })

    test('lists the days of a table that somebody else fills', async () => {
      const answer = await partitionsOf(shop, ELSEWHERE)
      expect(answer).toMatchObject({ isPartition: true, hasData: true })
      expect(valuesOf(answer)).toEqual(['2024-05-02', '2024-05-01'])
    })

    test('keeps what it knows over a restart', async () => {
      await ended(shop, await backfill(shop, ALL))
      const before = await partitionsOf(shop, BY_DAY)
      await shop.restart()
      expect(await partitionsOf(shop, BY_DAY)).toEqual(before)
    })

    test.each(['none', 'by_day', '%00', 'x'.repeat(128)])(
      'refuses the plan %j, which is not there, in an envelope',
      async (uuid) => {
        const answer = await shop.ask(`${PARTITIONS}?uuid=${uuid}&pageNumber=1&pageSize=10`)
        const code = 'PLATFORM_UNKNOWN_PLAN'
        expectRefusal(answer, { status: 404, code, path: 'uuid' })
      },
    )

    test.each([
      ['pageNumber=1&pageSize=10', 'uuid'],
      ['uuid=&pageNumber=1&pageSize=10', 'uuid'],
      [`uuid=${BY_DAY}&pageSize=10`, 'pageNumber'],
      [`uuid=${BY_DAY}&pageNumber=1`, 'pageSize'],
      [`uuid=${BY_DAY}&pageNumber=0&pageSize=10`, 'pageNumber'],
      [`uuid=${BY_DAY}&pageNumber=1.5&pageSize=10`, 'pageNumber'],
      [`uuid=${BY_DAY}&pageNumber=1&pageSize=0`, 'pageSize'],
      [`uuid=${BY_DAY}&pageNumber=1&pageSize=1001`, 'pageSize'],
      [`uuid=${BY_DAY}&pageNumber=1&pageSize=ten`, 'pageSize'],
    ])('refuses the query %j in an envelope', async (query, path) => {
      expectRefusal(await shop.ask(`${PARTITIONS}?${query}`), { status: 400, path })
    })

    test('is open to whoever may use the plan, and to nobody else', async () => {
      const query = `uuid=${BY_DAY}&pageNumber=1&pageSize=10`
      const ask = (account: string) => shop.ask(`${PARTITIONS}?${query}`, undefined, account)
      expect((await ask('joe')).status).toBe(200)
      expectRefusal(await ask('eve'), { status: 404, code: 'PLATFORM_UNKNOWN_PLAN' })
    })
  })
}, ACCELERATED)
