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
import { dataOf, expectRefusal } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const DELETE = 'accelerate/plan/delete'
const RANGE = { startTime: '2024-05-01', endTime: '2024-05-20' }

onEachStore((shop) => {
  const isThere = async (planId: string): Promise<boolean> => {
    const { body } = await shop.ask(`accelerate/detail/query?planId=${planId}`)
    return body.data !== null
  }

  describe('deletePlan', () => {
    test.each(['none', 'by_day', '%00'])(
      'refuses the plan %j, which is not there',
      async (uuid) => {
        const expected = { status: 404, code: 'PLATFORM_UNKNOWN_PLAN', path: 'uuid' }
        expectRefusal(await shop.ask(`${DELETE}?uuid=${uuid}`), expected)
      },
    )

    test.each(['', 'uuid=', `uuid=${'x'.repeat(129)}`])('refuses the query %j', async (query) => {
      expectRefusal(await shop.ask(`${DELETE}?${query}`), { status: 400, path: 'uuid' })
    })

    test('refuses a USAGER and an account without a right', async () => {
      const ask = (account: string) => shop.ask(`${DELETE}?uuid=${BY_DAY}`, undefined, account)
      expectRefusal(await ask('joe'), { status: 403, code: 'ACCESS_FORBIDDEN' })
      expectRefusal(await ask('eve'), { status: 404, code: 'PLATFORM_UNKNOWN_PLAN' })
      expect(await isThere(BY_DAY)).toBe(true)
    })

    test.each([
      ['result', TOTALS],
      ['acceleration', ROWS],
      ['external', ELSEWHERE],
    ])('answers success for a plan of the kind %s, which is then gone', async (_kind, planId) => {
      const { status, body } = await shop.ask(`${DELETE}?uuid=${planId}`, undefined, 'max')
      expect(status).toBe(200)
      expect(body).toMatchObject({ data: 'success', success: true, code: '200' })
      expect([body.errorMsg, body.detailErrorMsg]).toEqual([null, null])
      expect(await isThere(planId)).toBe(false)
      const again = await shop.ask(`${DELETE}?uuid=${planId}`)
      expectRefusal(again, { status: 404, code: 'PLATFORM_UNKNOWN_PLAN' })
      const created = await shop.ask('accelerate/task/create', { planId, ...RANGE })
      expectRefusal(created, { status: 404, code: 'PLATFORM_UNKNOWN_PLAN' })
    })

    test('keeps the history of instances, and takes the table away', async () => {
      const dagName = await backfill(shop, { planId: BY_MONTH, ...RANGE })
      const before = await ended(shop, dagName)
      const { id } = before.instances[0]
      dataOf(await shop.ask(`${DELETE}?uuid=${BY_MONTH}`))
      expect(await instancesOf(shop, dagName, '&pageSize=1000&progress=true')).toEqual(before)
      const { body } = await shop.ask(`scheduler/task/detail?id=${id}`)
      expect(body).toMatchObject({ status: 'SUCCESS', acceleratePlanUuid: [BY_MONTH] })
      const asUsager = await shop.ask(`scheduler/task/detail?id=${id}`, undefined, 'joe')
      expect(asUsager.status).toBe(200)
      const asNobody = await shop.ask(`scheduler/task/detail?id=${id}`, undefined, 'eve')
      expectRefusal(asNobody, { status: 404, code: 'PLATFORM_UNKNOWN_INSTANCE' })
    })

    test('ends what waits and what runs', async () => {
      const body = { planId: BY_DAY, startTime: '2020-01-01', endTime: '2024-05-20' }
      const dagName = await backfill(shop, body)
      dataOf(await shop.ask(`${DELETE}?uuid=${BY_DAY}`))
      const after = await ended(shop, dagName)
      const statuses = new Set(after.instances.map(({ status }: { status: string }) => status))
      expect([...statuses].filter((one) => one !== 'SUCCESS' && one !== 'FAILED')).toEqual([])
      expect(after.total).toBeLessThan(1_601)
      expect(await instancesOf(shop, dagName, '&pageSize=1000&progress=true')).toEqual(after)
    })

    test('stays deleted until the files are applied again', async () => {
      expect(await isThere(BY_DAY)).toBe(false)
      await shop.restart()
      const data = dataOf(await shop.ask(`accelerate/detail/query?planId=${BY_DAY}`))
      expect(data).toMatchObject({ name: 'by_day', latestDataTime: null, lastRefreshTime: null })
      const query = `uuid=${BY_DAY}&pageNumber=1&pageSize=10`
      const { body } = await shop.ask(`accelerate/plan/queryMtPartitionList?${query}`)
      expect(body).toMatchObject({ hasData: false, partition: { total: 0 } })
    })
  })
}, ACCELERATED)
