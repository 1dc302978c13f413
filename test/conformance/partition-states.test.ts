import { describe, expect, test } from 'vitest'
import {
  ACCELERATED,
  BY_DAY,
  BY_MONTH,
  backfill,
  ELSEWHERE,
  ended,
  FRAGILE,
  ROWS,
  TOTALS,
} from './support/accelerated-shop.ts'
import { dataOf, expectRefusal } from './support/refusals.ts'
import { onEachStore, type ServedShop } from './support/shop.ts'

const PATH = 'accelerate/plan/partitions'
const CREATE = 'accelerate/task/create'
const CANCEL = 'accelerate/task/cancel'

/** The runs in short: `2024-05-01..2024-05-03 DONE`. */
async function runsOf(shop: ServedShop, planId: string, more = ''): Promise<readonly string[]> {
  const { runs } = dataOf(await shop.ask(`${PATH}?planId=${planId}${more}`))
  return runs.map(({ from, to, state }: { from: string; to: string; state: string }) => {
    return `${from}..${to} ${state}`
  })
}

onEachStore((shop) => {
  describe('accelerate/plan/partitions', () => {
    test('knows of nothing before there is a task', async () => {
      const answer = dataOf(await shop.ask(`${PATH}?planId=${BY_DAY}`))
      expect(answer).toEqual({ granularity: 'DAY', runs: [] })
      expect(await runsOf(shop, BY_DAY, '&from=2024-05-01&to=2024-05-09')).toEqual([
        '2024-05-01..2024-05-09 MISSING',
      ])
      expect(await runsOf(shop, BY_DAY, '&from=2024-05-01')).toEqual([
        '2024-05-01..2024-05-01 MISSING',
      ])
    })

    test('has partitions that are written, without a row too, and those that are not', async () => {
      const range = { startTime: '2024-05-03', endTime: '2024-05-12', dateIntervalOfLot: 4 }
      await ended(shop, await backfill(shop, { planId: BY_DAY, ...range }))
      expect(await runsOf(shop, BY_DAY)).toEqual(['2024-05-03..2024-05-12 DONE'])
      expect(await runsOf(shop, BY_DAY, '&from=2024-05-10&to=2024-05-14')).toEqual([
        '2024-05-10..2024-05-12 DONE',
        '2024-05-13..2024-05-14 MISSING',
      ])
      expect(await runsOf(shop, BY_DAY, '&to=2024-05-04')).toEqual(['2024-05-03..2024-05-04 DONE'])
      expect(await runsOf(shop, BY_DAY, '&from=2024-06-01')).toEqual([])
    })

    test('counts by the length of the partitions', async () => {
      const days = { startTime: '2024-05-07', endTime: '2024-05-07' }
      await ended(shop, await backfill(shop, { planId: BY_MONTH, ...days }))
      expect(await runsOf(shop, BY_MONTH, '&from=2024-04-30&to=2024-06-01')).toEqual([
        '2024-04-01..2024-04-01 MISSING',
        '2024-05-01..2024-05-01 DONE',
        '2024-06-01..2024-06-01 MISSING',
      ])
    })

    test('has one state of a table that is written whole', async () => {
      const days = { startTime: '2024-05-01', endTime: '2024-05-01' }
      expect(await runsOf(shop, TOTALS)).toEqual(['null..null MISSING'])
      await ended(shop, await backfill(shop, { planId: TOTALS, ...days }))
      const answer = dataOf(await shop.ask(`${PATH}?planId=${TOTALS}`))
      expect(answer).toEqual({
        granularity: null,
        runs: [{ from: null, to: null, state: 'DONE' }],
      })
    })

    test('lists the partitions of an external plan', async () => {
      expect(await runsOf(shop, ELSEWHERE)).toEqual(['2024-05-01..2024-05-02 DONE'])
    })

    test('names whatever is wrong', async () => {
      for (const [query, path, status = 400] of [
        ['', 'planId'],
        ['?planId=', 'planId'],
        ['?planId=none', 'planId', 404],
        ['?planId=by_day', 'planId', 404],
        [`?planId=${BY_DAY}&from=2024-02-30`, 'from'],
        [`?planId=${BY_DAY}&to=yesterday`, 'to'],
        [`?planId=${BY_DAY}&from=`, 'from'],
        [`?planId=${BY_DAY}&from=2024-05-02&to=2024-05-01`, 'from'],
        [`?planId=${BY_DAY}&from=1900-01-01&to=2024-05-01`, 'to'],
        [`?planId=${BY_DAY}&from=2024-05-01&to=2024-05-01&from=2024-05-02`, 'from'],
      ] as const) {
        expectRefusal(await shop.ask(`${PATH}${query}`), { status, path })
      }
      const hidden = await shop.ask(`${PATH}?planId=${BY_DAY}`, undefined, 'eve')
      expectRefusal(hidden, { status: 404, code: 'PLATFORM_UNKNOWN_PLAN' })
    })

    test('starts a century before the last day by default', async () => {
      const days = { startTime: '0001-01-01', endTime: '0001-01-01' }
      await ended(shop, await backfill(shop, { planId: ROWS, ...days }))
      expect(await runsOf(shop, ROWS, '&to=2024-05-01')).toEqual(['1924-05-02..2024-05-01 MISSING'])
    })
  })
}, ACCELERATED)

onEachStore(
  (shop) => {
    test('has the states WAITING and FAILED', async () => {
      const days = { startTime: '2024-05-01', endTime: '2024-05-06', dateIntervalOfLot: 3 }
      const { body } = await shop.ask(CREATE, { planId: FRAGILE, ...days })
      expect(await runsOf(shop, FRAGILE)).toEqual(['2024-05-01..2024-05-06 WAITING'])
      dataOf(await shop.ask(CANCEL, { dagName: body.data }))
      expect(await runsOf(shop, FRAGILE)).toEqual(['2024-05-01..2024-05-06 FAILED'])
      const again = { startTime: '2024-05-05', endTime: '2024-05-07' }
      await shop.ask(CREATE, { planId: FRAGILE, ...again })
      expect(await runsOf(shop, FRAGILE, '&from=2024-05-01&to=2024-05-09')).toEqual([
        '2024-05-01..2024-05-04 FAILED',
        '2024-05-05..2024-05-07 WAITING',
        '2024-05-08..2024-05-09 MISSING',
      ])
    })
  },
  { ...ACCELERATED, workers: 0 },
)
